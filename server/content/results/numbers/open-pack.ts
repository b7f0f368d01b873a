import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { hexDigits, packBlockBytes, packMark } from './number-pack.ts'
import type { PackFacts } from './number-pack.ts'

/** A pack that is handed out from. */
export interface OpenPack {
  facts: PackFacts
  /** A bucket's bytes, if they are in memory. Shape: packed by Brotli. */
  peek(prefix: string): Buffer | undefined
  /** A bucket's bytes; undefined where the prefix names none. Shape: packed by Brotli. */
  read(prefix: string): Promise<Buffer | undefined>
  close(): Promise<void>
}

const factsSchema = z.object({
  stage: z.string(),
  release: z.string(),
  version: z.string(),
  results: z.array(z.string()),
  cities: z.array(z.string()),
  digits: z.int().min(1).max(hexDigits),
  parts: z.record(z.string(), z.tuple([z.int(), z.int()])),
})
const tailBytes = 4 + packMark.length

/* Blocks of all packs together, those that were asked for last. */
const blocks = new Map<string, Buffer>()
const maxBlocks = Math.ceil(limits.numbersMemoryBytes / packBlockBytes)
let opened = 0

function keep(key: string, block: Buffer): void {
  blocks.set(key, block)
  const [oldest] = blocks.keys()
  if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest)
}

async function readExactly(file: FileHandle, at: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead !== length) throw new Error('A pack of exam numbers is cut short')
  return bytes
}

/** Opens a pack; it can be read on while its file is removed. Errors: when it is none, or not whole. */
export async function openPack(path: string): Promise<OpenPack> {
  const file = await open(path)
  try {
    return await readTable(file)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readTable(file: FileHandle): Promise<OpenPack> {
  const { size } = await file.stat()
  const tail = await readExactly(file, Math.max(0, size - tailBytes), tailBytes)
  if (tail.toString('latin1', 4) !== packMark) throw new Error('A pack of exam numbers has no end')
  const jsonBytes = tail.readUInt32LE()
  const json = await readExactly(file, size - tailBytes - jsonBytes, jsonBytes)
  const facts: PackFacts = factsSchema.parse(JSON.parse(json.toString('utf8')))
  const count = 16 ** facts.digits
  const dataBytes = size - tailBytes - jsonBytes - count * 6
  const table = await readExactly(file, dataBytes, count * 6)
  const places = new Uint32Array(table.buffer, table.byteOffset, count)
  const lengths = new Uint16Array(table.buffer, table.byteOffset + count * 4, count)
  const id = (opened += 1)

  function placeOf(prefix: string): [at: number, length: number] | undefined {
    if (prefix.length !== facts.digits) return facts.parts[prefix]
    const index = Number.parseInt(prefix, 16)
    return [places[index] ?? 0, lengths[index] ?? 0]
  }

  const keyOf = ([at]: [number, number]) => `${id}/${Math.floor(at / packBlockBytes)}`
  const within = (block: Buffer, at: number, length: number) => {
    const start = at % packBlockBytes
    return block.subarray(start, start + length)
  }

  return {
    facts,

    peek(prefix) {
      const place = placeOf(prefix)
      const key = place && keyOf(place)
      const block = key && blocks.get(key)
      if (!block) return undefined
      blocks.delete(key)
      keep(key, block)
      return within(block, ...place)
    },

    async read(prefix) {
      const place = placeOf(prefix)
      if (place === undefined) return undefined
      const key = keyOf(place)
      let block = blocks.get(key)
      if (block === undefined) {
        const start = place[0] - (place[0] % packBlockBytes)
        block = await readExactly(file, start, Math.min(packBlockBytes, dataBytes - start))
      } else blocks.delete(key)
      keep(key, block)
      return within(block, ...place)
    },

    async close() {
      for (const key of blocks.keys()) if (key.startsWith(`${id}/`)) blocks.delete(key)
      await file.close()
    },
  }
}
