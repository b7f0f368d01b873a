import type { InsideHit } from '#contract/resources/inside.ts'
import { markStyle } from '#contract/page-marks.ts'

/** The words that were looked for, marked over the picture of a page. */
export function PageMarks({ boxes }: { boxes: NonNullable<InsideHit['boxes']> }) {
  return boxes.map((box, index) => <span className="reader-mark" key={index} style={markStyle(box)} />)
}
