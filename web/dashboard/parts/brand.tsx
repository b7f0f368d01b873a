import { mark } from '#contract/mark.ts'

/** The mark: two rivers. */
export function Mark() {
  const { side, corner, upperRiver, lowerRiver } = mark
  return (
    <svg className="mark" viewBox={`0 0 ${side} ${side}`} aria-hidden>
      <rect width={side} height={side} rx={corner} className="mark__ground" />
      <path className="mark__upper" d={upperRiver} />
      <path className="mark__lower" d={lowerRiver} />
    </svg>
  )
}
