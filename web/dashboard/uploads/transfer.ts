import { limits } from '#contract/limits.ts'
import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import { api } from '#web/api-client.ts'
import { startResumableTransfer } from './resumable-transfer.ts'

export interface TransferOptions {
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

function startPlainTransfer(file: File, { kind, onProgress }: TransferOptions): Transfer {
  const abort = new AbortController()
  return {
    done: api.upload(file, { kind, onProgress, signal: abort.signal }),
    cancel: () => abort.abort(),
  }
}

/** Sends a file the way that suits its size: small ones in one request, large ones in pieces. */
export function startTransfer(file: File, options: TransferOptions): Transfer {
  return file.size >= limits.resumableUploadFromBytes
    ? startResumableTransfer(file, options)
    : startPlainTransfer(file, options)
}
