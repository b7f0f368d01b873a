import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** A file of the project and its text. The path is relative to the root, with forward slashes. */
export interface SourceFile {
  path: string
  text: string
}

/** One broken rule, worded for the person who mends it. */
export interface Finding {
  path: string
  line: number
  message: string
}

/** Every file that git tracks or would track, as a path relative to the root. */
export function listPaths(): string[] {
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listing.split('\0').filter(name => name !== '' && existsSync(path.join(root, name)))
}

/** Every text file among them. */
export function listSourceFiles(): SourceFile[] {
  return listPaths()
    .filter(name => /\.(ts|tsx|mjs|js|css|json|md|html|svg|sql|sh|yml)$|^\.ci\/run$/.test(name))
    .filter(name => name !== 'package-lock.json')
    .map(name => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }))
}

/** The 1-based line of a place in a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
