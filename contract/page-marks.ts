const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** Where a box of a page lies over its picture, which is read from right to left. Shape: left, top, width, height as shares. */
export function markStyle([left, top, width, height]: readonly number[]) {
  return {
    insetInlineEnd: percent(left ?? 0),
    insetBlockStart: percent(top ?? 0),
    inlineSize: percent(width ?? 0),
    blockSize: percent(height ?? 0),
  }
}
