import { expect, it } from 'vitest'
import { checkDependencies } from './dependencies.ts'

const manifest = { dependencies: { a: '1.0.0' }, devDependencies: { tool: '1.0.0' } }
const row = (name: string, licence = 'MIT') => `| \`${name}\` | ${licence} | Why |\n`

function messagesOf(rows: string, licences: Record<string, string> = { a: 'MIT', tool: 'MIT' }): string[] {
  const files = [
    { path: 'package.json', text: JSON.stringify(manifest) },
    { path: 'docs/dependencies.md', text: rows },
  ]
  return checkDependencies(files, name => licences[name]).map(({ message }) => message)
}

it.each([
  ['a package without a row', row('a'), {}, 'tool has no row'],
  ['a row without its package', row('a') + row('tool') + row('gone'), {}, 'gone is no package'],
  ['another licence than the one of the row', row('a') + row('tool'), { a: 'ISC' }, 'a is under ISC'],
  ['a licence that is not allowed', row('a', 'GPL-3.0') + row('tool'), { a: 'GPL-3.0' }, 'GPL-3.0 is not'],
  ['what tools alone may have', row('a', 'MPL-2.0') + row('tool'), { a: 'MPL-2.0' }, 'MPL-2.0 is not'],
])('refuses %s', (_, rows, licences, message) => {
  expect(messagesOf(rows, licences)).toEqual([expect.stringContaining(message)])
})

it('has nothing against packages with a reason and a licence', () => {
  expect(messagesOf(row('a') + row('tool', 'MPL-2.0'), { a: 'MIT', tool: 'MPL-2.0' })).toEqual([])
})
