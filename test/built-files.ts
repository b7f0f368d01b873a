import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page, Response } from 'playwright-core'

const manifest = new URL('../dist/site/.vite/manifest.json', import.meta.url)

interface BuiltFile {
  file: string
  name?: string
  imports?: string[]
}

const readFiles = () => JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, BuiltFile>

function filesAndBuilt(source: string): { files: Record<string, BuiltFile>; built: BuiltFile } {
  const files = readFiles()
  const built = files[source]
  if (!built) throw new Error(`${source} is built into no file of its own`)
  return { files, built }
}

/** The name of the file that a source of `web/` was built into. Errors: throws where it is in no file of its own. */
export function builtName(source: string): string {
  return path.basename(filesAndBuilt(source).built.file)
}

/** The name of the file that several sources share under a name of `web/vite.config.ts`. Errors: throws where there is none. */
export function sharedName(part: string): string {
  const shared = Object.values(readFiles()).find(({ name }) => name === part)
  if (!shared) throw new Error(`nothing is shared as ${part}`)
  return path.basename(shared.file)
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
