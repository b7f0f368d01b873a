import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Encoding } from './accepted-encoding.ts'

type Packed = Exclude<Encoding, 'identity'>

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** What is being compressed at the moment: all who wait for a page wait for one compression. */
const packing = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** The bytes of a page that is sent many times, apart from the thread that answers. */
export function pack(identity: Buffer, encoding: Packed): Promise<Buffer> {
  const running = packing.get(identity) ?? new Map<Encoding, Promise<Buffer>>()
  packing.set(identity, running)
  const packed =
    running.get(encoding) ??
    (encoding === 'br'
      ? brotli(identity, { params: brotliParams(identity, 5) })
      : gzip(identity, { level: 6 }))
  running.set(encoding, packed)
  return packed.finally(() => running.delete(encoding))
}

/** The bytes of a page that may be sent only once: a third larger for a tenth of the time. Source: docs/decisions/073-packed-quickly-first.md. */
export function packQuickly(identity: Buffer, encoding: Packed): Buffer {
  return encoding === 'br'
    ? zlib.brotliCompressSync(identity, { params: brotliParams(identity, 0) })
    : zlib.gzipSync(identity, { level: 1 })
}

// A window larger than the page would only cost the time to clear it.
function brotliParams({ length }: Buffer, quality: number) {
  return {
    [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: length,
    [zlib.constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 1)))),
  }
}
