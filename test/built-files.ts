import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page, Response } from 'playwright-core'

const manifest = new URL('../dist/site/.vite/manifest.json', import.meta.url)

/** The name of the file that a source of `web/` was built into. Errors: throws where it is in no file of its own. */
export function builtName(source: string): string {
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>
  const built = files[source]
  if (!built) throw new Error(`${source} is built into no file of its own`)
  return path.basename(built.file)
}

/** Waits until the page has received what a source of `web/` was built into. */
export function arrivalOf(page: Page, source: string): Promise<Response> {
  return page.waitForResponse(response => response.url().endsWith(`/${builtName(source)}`))
}
