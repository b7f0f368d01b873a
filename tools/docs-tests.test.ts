import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = 'docs/tests'
const tables = readdirSync(folder).filter(name => name.endsWith('.md') && name !== 'README.md')

test.each(tables)(
  'every line of docs/tests/%s names what shows it, and every file that it names is there',
  name => {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n')
    const rows = lines.filter(line => line.startsWith('|') && !line.startsWith('|---'))
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) {
      const cells = row.split(/(?<!\\)\|/).slice(1, -1)
      expect(cells.at(-1)?.trim(), row).not.toBe('')
    }
    const named = new Set(lines.join('\n').match(/[\w./-]+\.(?:e2e|test)\.tsx?/g))
    const missing = [...named].filter(file => !existsSync(file) && !existsSync(path.join('test/e2e', file)))
    expect(missing).toEqual([])
  },
)
