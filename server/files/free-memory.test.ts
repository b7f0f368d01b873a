import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { pageWidths } from '#contract/page-pictures.ts'
import { bareEnvironment } from '#test/environment.ts'
import { makeManyPages } from '#test/pdf-pages.ts'
import nodeSettings from '../../tools/node-settings.json' with { type: 'json' }

const draws = 8
/** By which the most that was ever held may grow after the second page. */
const mostGrowthKb = 12 * 1024

it('holds no more for many drawn pages than for two', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-free-memory-'))
  const file = path.join(folder, 'one.pdf')
  fs.writeFileSync(file, makeManyPages(1))
  const program = path.join(folder, 'draw.mjs')
  const drawing = fileURLToPath(new URL('./draw-page.ts', import.meta.url))
  const pictures = pageWidths.map(width => ({ width, maxBytes: 1e6, target: path.join(folder, `${width}`) }))
  fs.writeFileSync(
    program,
    `const { drawPageTo } = await import(${JSON.stringify(drawing)})
    for (let page = 0; page < ${draws}; page += 1) {
      await drawPageTo(${JSON.stringify(file)}, 1, ${JSON.stringify(pictures)})
      console.log(process.resourceUsage().maxRSS)
    }`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, [...nodeSettings.serverArguments, program], {
    encoding: 'utf8',
    env: { ...bareEnvironment, ...nodeSettings.environment },
  })
  fs.rmSync(folder, { recursive: true, force: true })
  const most = stdout.trim().split('\n').map(Number)
  expect(most, stderr).toHaveLength(draws)
  expect((most.at(-1) ?? 0) - (most[1] ?? 0)).toBeLessThan(mostGrowthKb)
}, 60_000)
