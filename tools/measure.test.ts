import { expect, test } from 'vitest'
import { isProductCode, namingAllKinds, repeatedRuns } from './measure.ts'
import { reasonOf } from './repeats.table.ts'
import { listSourceFiles } from './source-files.ts'

const lines = (...names: string[]) => names.map(name => `call('${name}', ${name})`).join('\n')

test('counts a run of six equal lines in two files once, whatever is blank or a comment between', () => {
  const shared = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const files = [
    { path: 'web/a.ts', text: lines('x', ...shared) },
    {
      path: 'web/b.ts',
      text: `${lines(...shared.slice(0, 3))}\n\n// why\n${lines(...shared.slice(3), 'y')}`,
    },
    { path: 'web/c.ts', text: lines(...shared.slice(0, 5)) },
  ]
  expect(repeatedRuns(files)).toEqual([{ pair: 'web/a.ts ~ web/b.ts', lines: 7 }])
})

test('knows files that name the kinds of records, their own folders left aside', () => {
  const text = 'const order = { books: 1, notes: 2, exams: 3, results: 4 }'
  const paths = ['server/a.ts', 'contract/kinds.ts', 'server/content/books/a.ts', 'web/site/news/a.tsx']
  expect(namingAllKinds(paths.map(path => ({ path, text })))).toEqual(['server/a.ts'])
  expect(namingAllKinds([{ path: 'server/a.ts', text: 'const order = { books: 1, notes: 2 }' }])).toEqual([])
})

test('the product lists its kinds in few places beside contract/kinds.ts', () => {
  const product = listSourceFiles().filter(file => isProductCode(file.path))
  expect(namingAllKinds(product).toSorted()).toEqual([
    'contract/counted-nouns.ts',
    'contract/ingest-input.ts',
    'contract/paths.ts',
    'contract/proposed-texts.ts',
    'server/search/file-names/propose-from-name.ts',
    'server/search/file-names/propose-from-page.ts',
    'server/search/language/words/topics.ts',
    'server/search/language/words/types.ts',
    'web/dashboard/ingest/ingest-cell.tsx',
    'web/dashboard/ingest/row-state.ts',
    'web/dashboard/kinds.ts',
    'web/site/chrome/menu-data.ts',
    'web/site/kinds.ts',
  ])
})

test('every pair of files that repeat lines of each other has a reason', () => {
  const pairs = repeatedRuns(listSourceFiles().filter(file => isProductCode(file.path)))
  expect(pairs.map(({ pair }) => pair).filter(pair => reasonOf(pair) === undefined)).toEqual([])
})

test('names that are imported from one file are no repeated lines', () => {
  const text = `import {\n${['a', 'b', 'c', 'd', 'e', 'f', 'g'].join(',\n')},\n} from './x.ts'\n`
  expect(repeatedRuns(['web/a.ts', 'web/b.ts'].map(path => ({ path, text })))).toEqual([])
})

test('counts what ships, not tests, demo or programs', () => {
  const paths = [
    'server/a.ts',
    'web/a.css',
    'server/a.test.ts',
    'demo/a.ts',
    'bench/a.ts',
    'server/a-behaviour.ts',
  ]
  expect(paths.filter(isProductCode)).toEqual(['server/a.ts', 'web/a.css'])
})
