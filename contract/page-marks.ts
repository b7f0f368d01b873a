const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** Where a box of a page lies over its picture, which is read from right to left. Shape: left, top, width, height as shares. */
export function markStyle([left, top, width, height]: readonly [number, number, number, number]) {
  return {
    insetInlineEnd: percent(left),
    insetBlockStart: percent(top),
    inlineSize: percent(width),
    blockSize: percent(height),
  }
}
