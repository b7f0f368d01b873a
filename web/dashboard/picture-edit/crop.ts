/** A part of a picture as it is seen, already turned. Units: shares of its width and height, from its upper left corner. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

/** What is done to a picture: quarter turns clockwise, then a crop of what came of it. */
export interface PictureEdit {
  turns: 0 | 1 | 2 | 3
  crop: Crop
}

export const cropEdges = ['top', 'right', 'bottom', 'left'] as const
export type CropEdge = (typeof cropEdges)[number]

const whole: Crop = { x: 0, y: 0, width: 1, height: 1 }
/** A picture as it came. */
export const noEdit: PictureEdit = { turns: 0, crop: whole }

/** No side of a crop becomes smaller. Units: share of the picture's side. */
export const leastSide = 0.05

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Whether nothing was done to the picture. */
export function isUnedited({ turns, crop }: PictureEdit): boolean {
  // Sums of fractions are not exact.
  return turns === 0 && cropEdges.every(edge => Math.abs(edgeAt(crop, edge) - edgeAt(whole, edge)) < 1e-6)
}

/** Turns a picture by a quarter, clockwise or against; the crop stays on what it showed. */
export function turn({ turns, crop }: PictureEdit, way: 'clockwise' | 'against'): PictureEdit {
  const { x, y, width, height } = crop
  return way === 'clockwise'
    ? {
        turns: ((turns + 1) % 4) as PictureEdit['turns'],
        crop: { x: 1 - y - height, y: x, width: height, height: width },
      }
    : {
        turns: ((turns + 3) % 4) as PictureEdit['turns'],
        crop: { x: y, y: 1 - x - width, width: height, height: width },
      }
}

/** Where an edge lies. Units: share of the picture's width or height. */
export function edgeAt({ x, y, width, height }: Crop, edge: CropEdge): number {
  return { left: x, right: x + width, top: y, bottom: y + height }[edge]
}

/** How far an edge can go: to the end of the picture, and up to the opposite one. */
export function edgeRange({ x, y, width, height }: Crop, edge: CropEdge): [least: number, most: number] {
  return {
    left: [0, x + width - leastSide],
    right: [x + leastSide, 1],
    top: [0, y + height - leastSide],
    bottom: [y + leastSide, 1],
  }[edge] as [number, number]
}

/** Puts one edge to another place, as far as it can go; the others stay. */
export function moveEdge(crop: Crop, edge: CropEdge, at: number): Crop {
  const place = clamp(at, ...edgeRange(crop, edge))
  const { x, y, width, height } = crop
  if (edge === 'left') return { ...crop, x: place, width: x + width - place }
  if (edge === 'right') return { ...crop, width: place - x }
  if (edge === 'top') return { ...crop, y: place, height: y + height - place }
  return { ...crop, height: place - y }
}

/** Drags some edges of a crop, or with none of them the whole of it; it stays inside of the picture. */
export function dragCrop(crop: Crop, edges: readonly CropEdge[], byX: number, byY: number): Crop {
  if (edges.length === 0) {
    return { ...crop, x: clamp(crop.x + byX, 0, 1 - crop.width), y: clamp(crop.y + byY, 0, 1 - crop.height) }
  }
  return edges.reduce((moved, edge) => {
    const by = edge === 'left' || edge === 'right' ? byX : byY
    return moveEdge(moved, edge, edgeAt(crop, edge) + by)
  }, crop)
}

/** A picture's width and height. Units: pixels. */
export interface Size {
  width: number
  height: number
}

/** The size of a picture once it is turned. */
export function turnedSize({ width, height }: Size, turns: PictureEdit['turns']): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The whole pixels of a crop, inside of the picture and never none. `size`: of the turned picture. */
export function cropPixels(crop: Crop, { width, height }: Size): Size & { x: number; y: number } {
  const x = clamp(Math.round(crop.x * width), 0, width - 1)
  const y = clamp(Math.round(crop.y * height), 0, height - 1)
  return {
    x,
    y,
    width: clamp(Math.round((crop.x + crop.width) * width) - x, 1, width - x),
    height: clamp(Math.round((crop.y + crop.height) * height) - y, 1, height - y),
  }
}
