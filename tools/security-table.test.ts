import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkSecurityTable } from './security-table.ts'
import { root } from './source-files.ts'

const page = 'docs/security.md'
const text = readFileSync(path.join(root, page), 'utf8')

function missing(changed: string): string[] {
  return checkSecurityTable([{ path: page, text: changed }]).map(
    ({ message }) => /of (V[\d.]+) of/.exec(message)?.[1] ?? message,
  )
}

it('misses nothing of the page as it is', () => {
  expect(missing(text)).toEqual([])
})

it.each([
  ['a number of a row', (all: string) => all.replace('V2.4.1', 'V2.4.9'), ['V2.4.1']],
  ['the end of a range', (all: string) => all.replace('V3.4.1 to V3.4.6', 'V3.4.1 to V3.4.5'), ['V3.4.6']],
  [
    'a section that is told as a whole',
    (all: string) => all.replace('V12.3,', 'V12.4,'),
    ['V12.3.1', 'V12.3.2', 'V12.3.3', 'V12.3.4'],
  ],
  ['a chapter of which nothing is here', (all: string) => all.replace('(V10)', '(V18)'), ['V10']],
])('misses %s', (_, change, expected) => {
  expect(missing(change(text))).toEqual(expected)
})

it('asks for what levels 1 and 2 have, and for the chapters of which nothing is here', () => {
  expect(missing('## What applies')).toHaveLength(210 + 3)
})
