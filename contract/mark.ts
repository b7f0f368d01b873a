/** The mark of the product, two rivers in a rounded square: what the site shows and what the server draws. */
export const mark = {
  /** The side of the square that the other lengths belong to. */
  side: 40,
  corner: 11,
  strokeWidth: 3.2,
  upperRiver: 'M8 16.5c4-5 8-5 12 0s8 5 12 0',
  lowerRiver: 'M8 25.5c4-5 8-5 12 0s8 5 12 0',
} as const
