import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { counts } from '#server/base/counts.ts'

interface ProgressWatch {
  moved(bytes: number): void
  stop(): void
}

/**
 * Cuts a body that hardly moves: fewer than `minBytes` in `windowMs` ends the stream with `upload_stalled`.
 * The consumer tells what has moved.
 */
export function watchProgress(
  stream: Readable,
  windowMs: number = limits.uploadStallMs,
  minBytes: number = limits.uploadMinBytesPerWindow,
): ProgressWatch {
  let movedBytes = 0
  let isStopped = false
  counts.uploadsUnderWay += 1
  const timer = setInterval(() => {
    if (movedBytes < minBytes && !stream.readableEnded) stream.destroy(new AppError('upload_stalled'))
    movedBytes = 0
  }, windowMs)
  timer.unref()
  return {
    moved(bytes) {
      movedBytes += bytes
      counts.uploadedBytes += bytes
    },
    stop() {
      clearInterval(timer)
      if (!isStopped) counts.uploadsUnderWay -= 1
      isStopped = true
    },
  }
}
