import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const ownRoot = path.resolve(import.meta.dirname, '..')

/** Where built servers lie under a root, each in a folder of its own. */
export const builtFolder = 'dist/process'
/** Which of them is the newest, and what it was made from; there. */
export const builtNote = 'newest.json'

/** A file that a built server was made from. Shape: its path from the root, bytes, and seconds of its last change. */
type Part = [file: string, bytes: number, seconds: number]

/** What `builtNote` holds. Shape: `folder` within `builtFolder`. */
export interface BuiltServer {
  folder: string
  parts: Part[]
}

/** What tells whether a file is still as it was, without reading it. */
export function partOf(file: string, root = ownRoot): Part {
  const { size, mtimeMs } = statSync(path.join(root, file))
  return [file, size, Math.floor(mtimeMs / 1000)]
}

/** The built server, where there is one and every file that it was made from is still as it was. Shape: an absolute path. */
export function findBuilt(root = ownRoot): string | undefined {
  const all = path.join(root, builtFolder)
  try {
    const { folder, parts } = JSON.parse(readFileSync(path.join(all, builtNote), 'utf8')) as BuiltServer
    const isAsItWas = parts.every(part => String(partOf(part[0], root)) === String(part))
    return isAsItWas ? path.join(all, folder, 'begin.js') : undefined
  } catch {
    return undefined
  }
}
