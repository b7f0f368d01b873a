import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page, Response } from 'playwright-core'

const manifest = new URL('../dist/site/.vite/manifest.json', import.meta.url)

interface BuiltFile {
  file: string
  imports?: string[]
}

function filesAndBuilt(source: string): { files: Record<string, BuiltFile>; built: BuiltFile } {
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, BuiltFile>
  const built = files[source]
  if (!built) throw new Error(`${source} is built into no file of its own`)
  return { files, built }
}

/** The name of the file that a source of `web/` was built into. Errors: throws where it is in no file of its own. */
export function builtName(source: string): string {
  return path.basename(filesAndBuilt(source).built.file)
}

/** The names of the files that the built file of a source imports. Errors: those of `builtName`. */
export function builtPartsOf(source: string): string[] {
  const { files, built } = filesAndBuilt(source)
  return (built.imports ?? []).map(key => path.basename(files[key]?.file ?? key))
}

/** Waits until the page has received what a source of `web/` was built into. */
export function arrivalOf(page: Page, source: string): Promise<Response> {
  return page.waitForResponse(response => response.url().endsWith(`/${builtName(source)}`))
}
