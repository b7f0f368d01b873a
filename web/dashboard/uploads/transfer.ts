import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import { api } from '#web/api-client.ts'

interface TransferOptions {
  kind: FileKind
  onProgress: (sentBytes: number) => void
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

/** Sends a file in one request. */
export function startPlainTransfer(file: File, { kind, onProgress }: TransferOptions): Transfer {
  const abort = new AbortController()
  return {
    done: api.upload(file, { kind, onProgress, signal: abort.signal }),
    cancel: () => abort.abort(),
  }
}

/** Sends a file the way that suits its size. */
export function startTransfer(file: File, options: TransferOptions): Transfer {
  return startPlainTransfer(file, options)
}
