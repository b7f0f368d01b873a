import { limits } from '#contract/limits.ts'
import { api } from '#web/api-client.ts'
import { overTheLine } from './line.ts'
import { startResumableTransfer } from './resumable-transfer.ts'
import type { Transfer, TransferOptions } from './transfer-types.ts'

function startPlainTransfer(file: File, { kind, onProgress, onWait }: TransferOptions): Transfer {
  const abort = new AbortController()
  const { signal } = abort
  const waitAnew = () => {
    onProgress(0)
    onWait()
  }
  return {
    done: overTheLine(() => api.upload(file, { kind, onProgress, signal }), { onWait: waitAnew, signal }),
    cancel: () => abort.abort(),
  }
}

/** Sends a file the way that suits its size: small ones in one request, large ones in pieces. */
export function startTransfer(file: File, options: TransferOptions): Transfer {
  return file.size >= limits.resumableUploadFromBytes
    ? startResumableTransfer(file, options)
    : startPlainTransfer(file, options)
}

/** Stops a transfer whose screen is left: what a large file has sent stays for the next try; a small one begins anew. */
export function leaveTransfer({ pause, cancel }: Transfer): void {
  if (pause) pause()
  else cancel()
}
