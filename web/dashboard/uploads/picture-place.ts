/** Where a picture belongs that is on its way into a field of several. */
export interface PicturePlace {
  /** The later one was chosen, the larger. */
  id: number
  /** The place of each picture that has arrived among those chosen, so that a fast one does not overtake a slow one. */
  order: Map<string, number>
  /** The address of the picture that it takes the place of. */
  replaces?: string | undefined
}

/** The pictures of a field with one that has arrived, in its place among them, or in that of the one it was made from. */
export function withPicture(
  pictures: readonly string[],
  url: string,
  { id, order, replaces }: PicturePlace,
): string[] {
  if (replaces !== undefined && pictures.includes(replaces)) {
    const place = order.get(replaces)
    if (place !== undefined) order.set(url, place)
    return pictures.map(other => (other === replaces ? url : other))
  }
  if (pictures.includes(url)) return [...pictures]
  const later = pictures.findIndex(other => (order.get(other) ?? 0) > id)
  order.set(url, id)
  return pictures.toSpliced(later < 0 ? pictures.length : later, 0, url)
}
