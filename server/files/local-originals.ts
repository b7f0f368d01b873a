import { rm, utimes } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { FileParts, OpenFile } from './files.types.ts'
import { writeNewFile } from './new-file.ts'
import { newIncomingPath, whileHeld } from './receive.ts'
import { isMissing } from './storage-errors.ts'

interface Copy {
  file: Promise<string>
  users: number
  timer: NodeJS.Timeout | undefined
}

/** Originals as files of this machine, for those who read from any place in them. */
export interface LocalOriginals {
  /** Calls `act` with the file, which stays as long as that takes. Errors: those of `open`; whatever `act` throws. */
  use<Result>(sha256: string, act: (file: string) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Gives originals as they lie on the disk; those of a bucket are copied here once and kept for a while. `open` is that of the files
 * service.
 */
export function createLocalOriginals(
  { incoming }: Pick<FileParts, 'incoming'>,
  open: (sha256: string) => Promise<OpenFile>,
): LocalOriginals {
  const copies = new Map<string, Copy>()
  let isClosed = false

  async function fetchCopy(original: OpenFile): Promise<string> {
    const target = newIncomingPath(incoming)
    const content = await original.read()
    await writeNewFile(target, sink => pipeline(content, sink))
    return target
  }

  function forget(sha256: string, copy: Copy): void {
    if (copies.get(sha256) === copy) copies.delete(sha256)
  }

  async function drop(sha256: string, copy: Copy): Promise<void> {
    clearTimeout(copy.timer)
    forget(sha256, copy)
    await copy.file.then(
      file => rm(file, { force: true }),
      () => undefined,
    )
  }

  async function makeRoom(): Promise<void> {
    const idle = [...copies].filter(([, { users }]) => users === 0)
    for (const [sha256, copy] of idle.slice(0, Math.max(0, copies.size - limits.localOriginals + 1)))
      await drop(sha256, copy)
  }

  /** Holds a copy; whoever was held last is dropped last. */
  function hold(sha256: string, copy: Copy): Copy {
    copies.delete(sha256)
    copies.set(sha256, copy)
    copy.users += 1
    clearTimeout(copy.timer)
    return copy
  }

  function release(sha256: string, copy: Copy): void {
    copy.users -= 1
    if (copy.users > 0) return
    copy.timer = setTimeout(() => void drop(sha256, copy), limits.localOriginalMs)
    copy.timer.unref()
  }

  function fetchAnew(original: OpenFile): Copy {
    const copy: Copy = { file: fetchCopy(original), users: 0, timer: undefined }
    copy.file.catch(() => forget(original.sha256, copy))
    return copy
  }

  /** The copy that is here, held; undefined when there is none, or its file is gone. */
  async function holdKnown(sha256: string): Promise<Copy | undefined> {
    const known = copies.get(sha256)
    if (known === undefined) return undefined
    hold(sha256, known)
    try {
      /* What nobody has written to for a while is swept. */
      const now = new Date()
      await utimes(await known.file, now, now)
      return known
    } catch (error) {
      release(sha256, known)
      if (!isMissing(error)) throw error
      await drop(sha256, known)
      return undefined
    }
  }

  async function borrow(original: OpenFile): Promise<Copy> {
    const { sha256 } = original
    const known = await holdKnown(sha256)
    if (known !== undefined) return known
    await makeRoom()
    return hold(sha256, copies.get(sha256) ?? fetchAnew(original))
  }

  return {
    async use(sha256, act) {
      const original = await open(sha256)
      if (original.localFile !== undefined) return act(original.localFile)
      if (isClosed) throw new AppError('unavailable')
      const copy = await borrow(original)
      try {
        const file = await copy.file
        return await whileHeld(file, () => act(file))
      } finally {
        release(sha256, copy)
      }
    },

    async close() {
      isClosed = true
      for (const [sha256, copy] of copies) await drop(sha256, copy)
    },
  }
}
