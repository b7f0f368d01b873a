import type { Box } from './page.types.ts'

/** A box of the upright page on the page as it is drawn, which is turned by `turn` quarters to the left. Shape: fractions. */
export function asDrawn(box: Box, turn: number): Box {
  let [left, top, width, height] = box
  for (let quarter = 0; quarter < turn; quarter += 1)
    [left, top, width, height] = [top, 1 - left - width, height, width]
  return [left, top, width, height]
}
