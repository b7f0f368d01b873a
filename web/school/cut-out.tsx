import type { InsideHit } from '#contract/resources/inside.ts'
import { PageMarks } from './page-marks.tsx'

/** A place of a page as it looks, with the words marked that were looked for. */
export function CutOut({ image, marks = [] }: { image: string; marks?: InsideHit['marks'] }) {
  return (
    <span className="cut-out">
      <span>
        <img src={image} alt="" loading="lazy" />
        <PageMarks boxes={marks} />
      </span>
    </span>
  )
}
