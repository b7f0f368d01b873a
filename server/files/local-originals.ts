import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { FileParts, OpenFile } from './files.types.ts'
import { writeNewFile } from './new-file.ts'
import { newIncomingPath } from './receive.ts'

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

  async function drop(sha256: string, copy: Copy): Promise<void> {
    clearTimeout(copy.timer)
    if (copies.get(sha256) === copy) copies.delete(sha256)
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

  async function borrow(original: OpenFile): Promise<Copy> {
    const known = copies.get(original.sha256)
    if (known) return known
    const copy: Copy = { file: fetchCopy(original), users: 0, timer: undefined }
    copy.file.catch(() => copies.delete(original.sha256))
    copies.set(original.sha256, copy)
    return copy
  }

  return {
    async use(sha256, act) {
      const original = await open(sha256)
      if (original.localFile !== undefined) return act(original.localFile)
      if (isClosed) throw new AppError('unavailable')
      await makeRoom()
      const copy = await borrow(original)
      copy.users += 1
      clearTimeout(copy.timer)
      try {
        return await act(await copy.file)
      } finally {
        copy.users -= 1
        if (copy.users === 0) {
          copy.timer = setTimeout(() => void drop(sha256, copy), limits.localOriginalMs)
          copy.timer.unref()
        }
      }
    },

    async close() {
      isClosed = true
      for (const [sha256, copy] of copies) await drop(sha256, copy)
    },
  }
}
