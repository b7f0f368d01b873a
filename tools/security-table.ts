import { lineAt, type Finding, type SourceFile } from './source-files.ts'

const page = 'docs/security.md'
const begins = '## What applies'

/**
 * Of each section the last number that level 1 or 2 asks for; what level 3 adds comes after it.
 * Source: https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/docs_en.
 */
const lastAsked: Record<string, readonly number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
}
/** Chapters of which nothing is here, so that they are named as a whole. */
const wholeChapters = ['9', '10', '17']

/** The requirements of levels 1 and 2, each with the names under which a row may answer it: itself, its section. */
function askedNumbers(): string[][] {
  const inSections = Object.entries(lastAsked).flatMap(([chapter, sections]) =>
    sections.flatMap((last, at) =>
      Array.from({ length: last }, (_, index) => {
        const section = `${chapter}.${at + 1}`
        return [`${section}.${index + 1}`, section]
      }),
    ),
  )
  return [...inSections, ...wholeChapters.map(chapter => [chapter])]
}

/** `V1.2`, `V1.2.3`, `V1.2.3 to V1.2.5`. Shape: each number without its letter. */
function numbersIn(text: string): Set<string> {
  const numbers = new Set<string>()
  const named =
    /\bV(?<section>\d+(?:\.\d+)?)(?:\.(?<first>\d+)(?: to V\k<section>\.(?<last>\d+))?)?(?![\d.]*\d)/g
  for (const { groups } of text.matchAll(named)) {
    const { section = '', first, last = first } = groups ?? {}
    if (first === undefined) numbers.add(section)
    else for (let at = Number(first); at <= Number(last); at += 1) numbers.add(`${section}.${at}`)
  }
  return numbers
}

/** Requirements of the standard that the page on security says nothing of. */
export function checkSecurityTable(files: SourceFile[]): Finding[] {
  const text = files.find(({ path }) => path === page)?.text ?? ''
  const at = Math.max(text.indexOf(begins), 0)
  const said = numbersIn(text.slice(at))
  return askedNumbers()
    .filter(names => !names.some(name => said.has(name)))
    .map(([number = '']) => ({
      path: page,
      line: lineAt(text, at),
      message: `nothing is said of V${number} of the ASVS: where it is and which test shows it, why it is not so, or that it is not here.`,
    }))
}
