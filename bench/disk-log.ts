import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

/** One thing that was done to a directory, in its order. Paths are relative to it; `''` is itself. */
export type DiskStep =
  | { did: 'open'; handle: number; path: string; isNew: boolean; isEmptied: boolean }
  /** Shape: `bytes` in base64. */
  | { did: 'write'; handle: number; at: number; bytes: string }
  | { did: 'resize'; handle: number; size: number }
  | { did: 'sync'; handle: number }
  | { did: 'rename'; path: string; to: string }
  | { did: 'remove'; path: string }
  | { did: 'make-folder'; path: string }
  /** What was acknowledged to somebody. */
  | { did: 'say'; what: string }

const original = { ...fs }

/** Notes steps at the end of a file; what several threads note has the order in which it was done. */
export class DiskLog {
  readonly #descriptor: number

  constructor(file: string) {
    this.#descriptor = original.openSync(file, 'a')
  }

  note(step: DiskStep): void {
    original.writeSync(this.#descriptor, `${JSON.stringify(step)}\n`)
  }
}

/** The steps that a file holds; one that is cut off at its end is left out. */
export function readDiskLog(file: string): DiskStep[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return lines.slice(0, -1).map(line => JSON.parse(line) as DiskStep)
}

/** The option for Node at which every thread of a process notes in `file` what it does to `directory`. */
export function recordingOption(file: string, directory: string): string {
  const call = `import{recordDisk}from${JSON.stringify(import.meta.url)};recordDisk(${JSON.stringify(file)},${JSON.stringify(directory)})`
  return `--import=data:text/javascript,${encodeURIComponent(call)}`
}

/**
 * Notes from now on what this thread does to `directory` by the calls that a file system of WebAssembly has.
 * Errors: such a call throws where it writes at no stated place.
 */
export function recordDisk(file: string, directory: string): void {
  const log = new DiskLog(file)
  const handles = new Map<number, number>()
  let opened = 0

  const placeOf = (target: fs.PathLike): string | undefined => {
    const place = path.relative(directory, path.resolve(String(target)))
    return place === '..' || place.startsWith(`..${path.sep}`) ? undefined : place
  }
  const isThere = (target: fs.PathLike) => original.lstatSync(target, { throwIfNoEntry: false }) !== undefined

  function noteOpening(place: string, isNew: boolean, isEmptied: boolean): number {
    opened += 1
    log.note({ did: 'open', handle: opened, path: place, isNew, isEmptied })
    return opened
  }

  function openSync(target: fs.PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode): number {
    const place = placeOf(target)
    const isNew = place !== undefined && !isThere(target)
    const descriptor = original.openSync(target, flags, mode)
    if (place === undefined) return descriptor
    const isEmptied = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags.startsWith('w')
    handles.set(descriptor, noteOpening(place, isNew, isEmptied))
    return descriptor
  }

  function closeSync(descriptor: number): void {
    original.closeSync(descriptor)
    handles.delete(descriptor)
  }

  function writeSync(descriptor: number, ...rest: unknown[]): number {
    const written = Reflect.apply(original.writeSync, fs, [descriptor, ...rest]) as number
    const handle = handles.get(descriptor)
    if (handle === undefined) return written
    const [data, offset, , at] = rest
    if (!ArrayBuffer.isView(data) || typeof offset !== 'number' || typeof at !== 'number')
      throw new Error('Something was written at no stated place, which cannot be recorded.')
    const bytes = Buffer.from(data.buffer, data.byteOffset + offset, written).toString('base64')
    log.note({ did: 'write', handle, at, bytes })
    return written
  }

  function writeFileSync(target: fs.PathOrFileDescriptor, data: string, options?: fs.WriteFileOptions): void {
    if (typeof target === 'number' || placeOf(target) === undefined) {
      original.writeFileSync(target, data, options)
      return
    }
    const mode = typeof options === 'object' ? options?.mode : undefined
    const descriptor = openSync(target, 'w', mode ?? 0o666)
    const bytes = Buffer.from(data)
    if (bytes.length > 0) writeSync(descriptor, bytes, 0, bytes.length, 0)
    closeSync(descriptor)
  }

  function noteSize(handle: number | undefined, size: number): void {
    if (handle !== undefined) log.note({ did: 'resize', handle, size })
  }

  function ftruncateSync(descriptor: number, size = 0): void {
    original.ftruncateSync(descriptor, size)
    noteSize(handles.get(descriptor), size)
  }

  function truncateSync(target: fs.PathLike, size = 0): void {
    original.truncateSync(target, size)
    const place = placeOf(target)
    if (place !== undefined) noteSize(noteOpening(place, false, false), size)
  }

  function syncing(sync: (descriptor: number) => void) {
    return (descriptor: number): void => {
      sync(descriptor)
      const handle = handles.get(descriptor)
      if (handle !== undefined) log.note({ did: 'sync', handle })
    }
  }

  function renameSync(from: fs.PathLike, to: fs.PathLike): void {
    original.renameSync(from, to)
    const [place, target] = [placeOf(from), placeOf(to)]
    if (place !== undefined && target !== undefined) log.note({ did: 'rename', path: place, to: target })
  }

  function removing(remove: (target: fs.PathLike) => void) {
    return (target: fs.PathLike): void => {
      remove(target)
      const place = placeOf(target)
      if (place !== undefined) log.note({ did: 'remove', path: place })
    }
  }

  function mkdirSync(target: fs.PathLike, options?: fs.MakeDirectoryOptions | fs.Mode): string | undefined {
    const place = placeOf(target)
    const isNew = !isThere(target)
    const made = original.mkdirSync(target, options as fs.MakeDirectoryOptions)
    if (place !== undefined && isNew) log.note({ did: 'make-folder', path: place })
    return made
  }

  Object.assign(fs, {
    openSync,
    closeSync,
    writeSync,
    writeFileSync,
    ftruncateSync,
    truncateSync,
    renameSync,
    mkdirSync,
    fsyncSync: syncing(original.fsyncSync),
    fdatasyncSync: syncing(original.fdatasyncSync),
    unlinkSync: removing(original.unlinkSync),
    rmdirSync: removing(original.rmdirSync),
  })
  syncBuiltinESMExports()
}
