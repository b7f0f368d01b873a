import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { listPaths, root } from './source-files.ts'

/** What stands for one kind of record and nothing else. */
export interface KindRemoval {
  /** Its folders, and its file in the contract. */
  places: readonly string[]
  /** Its entries in the lists of kinds, each matched once in its file. */
  entries: readonly { file: string; lines: readonly RegExp[] }[]
}

/** Everything to take away so that the product has no news: what docs/add-a-content-type.md says, backwards. */
export const newsRemoval: KindRemoval = {
  places: [
    'contract/resources/news.ts',
    'server/content/news',
    'web/site/news',
    'web/dashboard/news',
    'demo/news',
  ],
  entries: [
    { file: 'contract/kinds.ts', lines: [/\n {2}news: \{\n[\s\S]*?\n {2}\},(?=\n)/] },
    { file: 'server/content/kinds.ts', lines: [/import \{ news \} .*\n/, /, news(?= \})/] },
    { file: 'web/site/kinds.ts', lines: [/import \{ news \} .*\n/, /(?<=\[)news, /] },
    {
      file: 'web/dashboard/kinds.ts',
      lines: [
        /(?<=import \{.*) Newspaper,/,
        /import \{ newsFields \} .*\n/,
        /\n {2}news: \{\n[\s\S]*?\n {2}\},(?=\n)/,
      ],
    },
    { file: 'demo/kinds.ts', lines: [/import \{ news \} .*\n/, /, news(?= \})/] },
  ],
}

/**
 * Makes a copy of the project beside this one, with the same packages, and takes one kind out of it.
 * Errors: throws when an entry is not where it should be.
 *
 * Shape: the folder of the copy.
 */
export function copyWithout({ places, entries }: KindRemoval): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'rafid-without-'))
  for (const name of listPaths()) {
    if (places.some(place => name === place || name.startsWith(`${place}/`))) continue
    cpSync(path.join(root, name), path.join(copy, name))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir')
  for (const { file, lines } of entries) {
    let text = readFileSync(path.join(copy, file), 'utf8')
    for (const line of lines) {
      if (!line.test(text)) throw new Error(`${file} has no entry ${line}`)
      text = text.replace(line, '')
    }
    writeFileSync(path.join(copy, file), text)
  }
  return copy
}

/** Removes a copy. */
export function removeCopy(copy: string): void {
  rmSync(path.join(copy, 'node_modules'))
  rmSync(copy, { recursive: true, force: true })
}
