import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CircleAlert, NotebookPen, X } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createIcon } from '#web/ui/bare-icon.ts'
import type { IconData } from '#web/ui/bare-icon.ts'
import { bareIcon } from './bare-icons.ts'

const icons = path.join(path.dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons')

/** An icon as the islands get it. */
async function bare(name: string) {
  const code = bareIcon(readFileSync(path.join(icons, `${name}.mjs`), 'utf8'))
  expect(code).not.toMatch(/\bkey\b/)
  const [, data = ''] = /__iconData = (\{.*?\});/s.exec(code) ?? []
  const module: { default: IconData } = await import(
    `data:text/javascript,export default ${encodeURIComponent(data)}`
  )
  return createIcon(module.default)
}

it('draw what Lucide draws, under the same names', async () => {
  for (const [name, Own] of [
    ['x', X],
    ['notebook-pen', NotebookPen],
    ['circle-exclamation-point', CircleAlert],
  ] as const) {
    const Bare = await bare(name)
    const looks = [
      { 'aria-hidden': true },
      { className: 'is-up' },
      { role: 'img', 'aria-label': 'التالية' },
    ] as const
    for (const props of looks)
      expect(renderToStaticMarkup(<Bare {...props} />)).toBe(renderToStaticMarkup(<Own {...props} />))
  }
})
