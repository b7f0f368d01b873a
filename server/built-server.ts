import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const ownRoot = path.resolve(import.meta.dirname, '..')

/** Where built servers lie under a root, each in a folder of its own. */
export const builtFolder = 'dist/process'
/** Which of them is the newest, and what it was made from; there. */
export const builtNote = 'newest.json'

/** A file that a built server was made from. Shape: its path from the root, bytes, and milliseconds of its last change. */
export type Part = [file: string, bytes: number, changedMs: number]

/** What `builtNote` holds. Shape: `folder` within `builtFolder`; `files` are its own, with their bytes. */
export interface BuiltServer {
  folder: string
  files: [name: string, bytes: number][]
  parts: Part[]
}

/** What tells whether a file is still as it was, without reading it. Errors: those of a file that is not there. */
export function partOf(file: string, root = ownRoot): Part {
  const { size, mtimeMs } = statSync(path.join(root, file))
  return [file, size, mtimeMs]
}

/* The layers of a container keep whole seconds. */
function isAsItWas([file, bytes, changedMs]: Part, root: string): boolean {
  const [, bytesNow, changedNow] = partOf(file, root)
  return bytesNow === bytes && [changedMs, Math.floor(changedMs / 1000) * 1000].includes(changedNow)
}

/** The built server, where there is a whole one and every file that it was made from is still as it was. Shape: an absolute path. */
export function findBuilt(root = ownRoot): string | undefined {
  const all = path.join(root, builtFolder)
  try {
    const { folder, files, parts } = JSON.parse(
      readFileSync(path.join(all, builtNote), 'utf8'),
    ) as BuiltServer
    const isWhole = files.every(([name, bytes]) => statSync(path.join(all, folder, name)).size === bytes)
    const isCurrent = isWhole && parts.every(part => isAsItWas(part, root))
    return isCurrent ? path.join(all, folder, 'begin.js') : undefined
  } catch {
    return undefined
  }
}
