import type { FileFacts, FileKind } from '#contract/resources/file.ts'

export interface TransferOptions {
  kind: FileKind
  onProgress: (sentBytes: number) => void
  /** Nothing arrives for now: the transfer waits for the line, until the next progress. */
  onWait: () => void
}

/** One file on its way to the server. */
export interface Transfer {
  /** Errors: ApiError; `cancelled` after `cancel`. */
  done: Promise<FileFacts>
  cancel: () => void
  /** There where the transfer can stop and go on. */
  pause?: () => void
  resume?: () => void
}
