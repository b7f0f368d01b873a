import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { RandomAccessReader } from 'yauzl'

/** Something that can be read from any place. Both ends of a range are included. Units: bytes. */
export interface ByteSource {
  size: number
  read(range: { start: number; end: number }): Promise<Readable>
}

const blockBytes = 64 * 1024
const blocksKept = 4

/** A part of a source, as a source of its own. Units: bytes. */
export function partOf(source: ByteSource, start: number, size: number): ByteSource {
  return {
    size,
    read: range => source.read({ start: start + range.start, end: start + Math.min(range.end, size - 1) }),
  }
}

/**
 * Reads an archive by ranges of its source. Small reads are served from blocks, so that a directory of thousands of
 * entries costs a few reads of the store; contents come as streams.
 */
export class BlockReader extends RandomAccessReader {
  readonly #source: ByteSource
  readonly #blocks = new Map<number, Promise<Buffer>>()

  constructor(source: ByteSource) {
    super()
    this.#source = source
  }

  #block(index: number): Promise<Buffer> {
    const kept = this.#blocks.get(index)
    if (kept !== undefined) return kept
    const start = index * blockBytes
    const end = Math.min(start + blockBytes, this.#source.size) - 1
    const block = this.#source.read({ start, end }).then(buffer)
    block.catch(() => this.#blocks.delete(index))
    this.#blocks.set(index, block)
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > blocksKept && oldest !== undefined) this.#blocks.delete(oldest)
    return block
  }

  async #fill(target: Buffer, offset: number, length: number, position: number): Promise<number> {
    if (position < 0 || position + length > this.#source.size) throw new Error('Read outside the archive')
    for (let done = 0; done < length;) {
      const at = position + done
      const index = Math.floor(at / blockBytes)
      const block = await this.#block(index)
      const from = at - index * blockBytes
      const copied = block.copy(target, offset + done, from, from + length - done)
      if (copied === 0) throw new Error('The archive ends too early')
      done += copied
    }
    return length
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    callbackify(() => this.#fill(target, offset, length, position))(callback)
  }

  /** As the library asks for it: the end is not included. */
  override _readStreamForRange(start: number, end: number): Readable {
    const source = this.#source
    return Readable.from(
      (async function* () {
        yield* await source.read({ start, end: end - 1 })
      })(),
      { objectMode: false },
    )
  }
}
