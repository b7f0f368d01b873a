import type { TextRange } from '#contract/resources/search.ts'

interface HighlightedTextProps {
  text: string
  /** In order, without overlaps. Units: UTF-16 positions of `text`. */
  ranges: readonly TextRange[]
}

/** A text with the matched stretches marked. */
export function HighlightedText({ text, ranges }: HighlightedTextProps) {
  let end = 0
  const parts = ranges.map(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return (
      <span key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
