import { expect, it } from 'vitest'
import { isKindEntity, kindNames, kindOfEntity, kinds, kindsLacking, kindsWithPage } from './kinds.ts'

it.each([
  'entity',
  'list',
  'apiPath',
  'figure',
  'sitePath',
  'dashboardPath',
  'label',
  'shownAs',
  'plural',
  'gone',
] as const)('tells its kinds apart by %s', fact => {
  const told = kindNames.map(kind => kinds[kind][fact])
  expect(new Set(told).size).toBe(kindNames.length)
})

it('gives each record that has a page an address of its own, below the list', () => {
  const addresses = kindsWithPage.map(kind => kinds[kind].pageOf('0abc1def2ghj3kmn'))
  expect(new Set(addresses).size).toBe(kindsWithPage.length)
  for (const kind of kindsWithPage)
    expect(kinds[kind].pageOf('x').startsWith(`${kinds[kind].sitePath}/`)).toBe(true)
})

it('knows results as records without a page, which search does not find', () => {
  expect(kindNames.filter(kind => !(kindsWithPage as string[]).includes(kind))).toEqual(['result'])
  expect(kindNames.filter(kind => kinds[kind].search === null)).toEqual(['result'])
})

it('finds a kind by what the audit log calls it, and no other entity', () => {
  for (const kind of kindNames) expect(kindOfEntity[kinds[kind].entity]).toBe(kind)
  expect(['BOOK', 'RESULT', 'USER', 'SETTINGS', 'AUDIT_LOG', 'constructor'].filter(isKindEntity)).toEqual([
    'BOOK',
    'RESULT',
  ])
})

it('asks every kind for damaged files, and for a file or picture those that can have one', () => {
  expect(kindsLacking('damaged')).toEqual(kindNames)
  expect(kindsLacking('file')).toEqual(['book', 'note', 'exam', 'result'])
  expect(kindsLacking('image')).toEqual(['book', 'note', 'news'])
})
