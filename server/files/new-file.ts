import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'

const bufferBytes = 256 * 1024

/**
 * Writes a file that is not there yet; nothing of it stays behind when `write` fails.
 *
 * Errors: those of `write`, and of opening the file (`EEXIST` when there is one).
 */
export async function writeNewFile(
  target: string,
  write: (sink: WriteStream) => Promise<void>,
): Promise<void> {
  const sink = createWriteStream(target, { flags: 'wx', highWaterMark: bufferBytes })
  let isOurs = false
  sink.once('open', () => {
    isOurs = true
  })
  try {
    await write(sink)
  } catch (error) {
    await closed(sink)
    if (isOurs) await rm(target, { force: true })
    throw error
  }
}

// A stream that is let go of while it opens its file still makes the file: only after that can it be removed.
function closed(sink: WriteStream): Promise<void> {
  return new Promise(resolve => {
    if (sink.closed) return resolve()
    sink.once('close', () => resolve())
    sink.on('error', () => {})
    sink.destroy()
  })
}
