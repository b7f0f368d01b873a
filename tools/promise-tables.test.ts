import { expect, test } from 'vitest'
import { checkPromiseTables } from './promise-tables.ts'

const files: [path: string, text: string][] = [
  ['server/a.test.ts', `it('counts what it found', () => {})\nit("says who's who | and more", () => {})`],
  ['test/e2e/b.e2e.ts', 'browserTest(`goes on a ${device}`, () => {})'],
  ['bench/c.ts', ''],
  ['docs/product/public.md', '- **P1.1** Counting.\n'],
]

function messagesFor(row: string): string[] {
  const all = [...files, ['docs/tests/public.md', `| promise | shown by |\n|---|---|\n${row}\n`] as const]
  const sources = all.map(([path, text]) => ({ path, text }))
  return checkPromiseTables(sources).map(finding => `${finding.path}:${finding.line} ${finding.message}`)
}

test.each([
  ['| P1.1 a | `server/a.test.ts`: “counts what it lost” |', 'has no test “counts what it lost”'],
  ['| P1.1 a | `server/a.test.ts`: “counts what it found”, “counts” |', 'has no test “counts”'],
  ['| P1.1 a | `server/none.test.ts`: “counts what it found” |', 'server/none.test.ts does not exist'],
  ['| P1.1 a | `server/a.test.ts` |', 'say which test'],
  ['| P1.1 a | by looking |', 'at least one file'],
  ['| P2.1 a | `bench/c.ts` |', 'nothing shows P1.1'],
])('%s is refused', (row, expected) => {
  const messages = messagesFor(row)
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain(expected)
})

test.each([
  "| P1.1 a | `server/a.test.ts`: “counts what it found”, “says who's who \\| and more” · pictures home |",
  '| P1.1 a | `test/e2e/b.e2e.ts`: “goes on a ${device}” · `bench/c.ts` |',
  '| P1.1 a | `server/a.test.ts`: whole file |',
])('%s passes', row => {
  expect(messagesFor(row)).toEqual([])
})

test('the line of the row is told', () => {
  expect(messagesFor('| P1.1 a | `server/none.test.ts`: “b” |')).toEqual([
    expect.stringMatching(/^docs\/tests\/public\.md:3 /),
  ])
})
