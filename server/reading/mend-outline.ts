import { fold } from '#contract/arabic/fold.ts'
import type { OutlineEntry } from './page.types.ts'

/** A heading that runs over more lines is no heading. */
const mostLines = 6

/**
 * The chapters of a file by the headings that they lead to: where lines of the page that follow each other have exactly
 * the letters of a title, the title becomes their words. Others stay as the file names them.
 * Shape: `linesOf` gives a page's lines in reading order. Source: P5.7.
 */
export function mendOutline(
  entries: readonly OutlineEntry[],
  linesOf: (page: number) => readonly string[],
): OutlineEntry[] {
  return entries.map(entry => ({
    ...entry,
    title: headingOf(entry.title, linesOf(entry.page)) ?? entry.title,
  }))
}

function headingOf(title: string, lines: readonly string[]): string | undefined {
  const wanted = lettersOf(title)
  if (wanted === '') return undefined
  for (const start of lines.keys()) {
    for (let end = start + 1; end <= Math.min(lines.length, start + mostLines); end += 1) {
      const heading = lines.slice(start, end).join(' ')
      const letters = lettersOf(heading)
      if (letters === wanted) return heading
      if (letters.length > wanted.length) break
    }
  }
  return undefined
}

/** The letters and digits of a text, whatever their order. */
function lettersOf(text: string): string {
  return [...fold(text).replaceAll(' ', '')].sort().join('')
}
