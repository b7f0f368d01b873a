import type { Tell } from './backup.types.ts'

const everyMs = 1_000

/** Prints how far an act has come: one line that moves on a terminal, a line now and then elsewhere. */
export function showProgress(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): Tell {
  let shownAt = -Infinity
  let shown = ''
  return ({ act, done, of, doneBytes, ofBytes }) => {
    const isLast = done === of
    const now = performance.now()
    if (!isLast && now - shownAt < everyMs) return
    shownAt = now
    const line = `${act} ${done} of ${of} files, ${megabytes(doneBytes)} of ${megabytes(ofBytes)} MB`
    // A server that is asked tells where it stands again and again, also while it proves what it has copied.
    if (line === shown) return
    shown = line
    if (output.isTTY) output.write(`\r\u001b[K${line}${isLast ? '\n' : ''}`)
    else output.write(`${line}\n`)
  }
}

/** Units: bytes in, millions of bytes out. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
