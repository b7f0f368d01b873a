import { mark } from '#contract/mark.ts'

/** The mark of the product: two rivers. */
export function Mark() {
  const { side, corner, upperRiver, lowerRiver } = mark
  return (
    <svg className="mark" viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      <rect width={side} height={side} rx={corner} className="mark-ground" />
      <path d={upperRiver} className="mark-river" />
      <path d={lowerRiver} className="mark-river is-gold" />
    </svg>
  )
}
