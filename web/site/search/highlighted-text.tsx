import type { TextRange } from '#contract/resources/search.ts'

interface HighlightedTextProps {
  text: string
  /** In order, without overlaps. Units: UTF-16 positions of `text`. */
  ranges: readonly TextRange[]
}

/** A text with the matched stretches marked. */
export function HighlightedText({ text, ranges }: HighlightedTextProps) {
  return (
    <>
      {ranges.map(([from, to], index) => (
        <span key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  )
}
