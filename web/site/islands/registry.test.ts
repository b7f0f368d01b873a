import { expect, test } from 'vitest'
import { importsOf } from '../../../tools/boundaries.ts'
import { listSourceFiles } from '../../../tools/source-files.ts'

test('no script of the site reaches the schema library or a schema of the contract', () => {
  const files = new Map(listSourceFiles().map(file => [file.path, file]))
  const ways = new Map([['web/site/islands/loader.ts', 'web/site/islands/loader.ts']])
  const reached: string[] = []
  for (const [name, way] of ways) {
    const file = files.get(name)
    if (!file || !/\.tsx?$/.test(name)) continue
    for (const { to, isTypeOnly } of importsOf(file)) {
      if (isTypeOnly || ways.has(to)) continue
      if (/^package:zod|^contract\/(resources|fields|codes\/schemas)/.test(to)) reached.push(`${way} → ${to}`)
      ways.set(to, `${way} → ${to}`)
    }
  }
  expect(ways.has('web/site/search/search-dialog.tsx'), 'the walk follows dynamic imports').toBe(true)
  expect(reached).toEqual([])
})
