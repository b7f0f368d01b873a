import { hash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import zlib from 'node:zlib'
import { limits } from '#contract/limits.ts'
import type { NumberBucket, PictureBox } from '#contract/resources/lookup.ts'

/*
 * A pack is one file with every bucket of a release, each packed by Brotli: blocks of buckets, of which none lies in
 * two blocks; two bytes of length and four of place for each prefix; what the pack is, as JSON; the length of that JSON
 * and a mark.
 */

/** What a pack is. */
export interface PackFacts {
  stage: string
  /** Year and round: `2026-1`. */
  release: string
  /** Another one whenever something of the release is. */
  version: string
  /** The results whose numbers are in it, and their cities. */
  results: string[]
  cities: string[]
  /** How many digits of a number's SHA-256 name its bucket. */
  digits: number
  /** Buckets that would be too large, in parts with more digits: place and length. */
  parts: Record<string, [at: number, length: number]>
}

/** An exam number of a release. Shape: `page` is its place among the pages. */
export interface PlacedNumber {
  number: string
  page: number
  box: PictureBox
}

export const packMark = 'rafid-numbers-1\n'
export const packBlockBytes = 64 * 1024
export const hexDigits = 16
const mostDigits = 5
/** So much of a release may be in buckets that ask for more digits. */
const partedShare = 0.1
const frameBytes = '{"numbers":[],"pages":[]}'.length

/** An exam number as it stands in buckets. */
export function hashOfNumber(number: string): string {
  return hash('sha256', number, 'hex').slice(0, hexDigits)
}

interface Sorted {
  hashes: string[]
  /** Of each hash. */
  numbers: PlacedNumber[]
}

function sort(numbers: readonly PlacedNumber[]): Sorted {
  const hashed = numbers.map(number => ({ hash: hashOfNumber(number.number), number }))
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.number.page - b.number.page))
  return { hashes: hashed.map(each => each.hash), numbers: hashed.map(each => each.number) }
}

const round = (value: number) => Math.round(value * 1e5) / 1e5

function entryOf(
  hash: string,
  digits: number,
  place: number,
  box: PictureBox,
): NumberBucket['numbers'][number] {
  return [hash.slice(digits), place, box.map(round) as PictureBox]
}

/** The bucket of the hashes from one place to another; undefined when it is larger than a bucket may be. */
function bucketOf(
  { hashes, numbers }: Sorted,
  pages: readonly string[],
  [from, to]: [number, number],
  digits: number,
): string | undefined {
  const entries: string[] = []
  const shown: string[] = []
  const places = new Map<number, number>()
  let bytes = frameBytes
  for (let at = from; at < to; at += 1) {
    const { page, box } = numbers[at] ?? { page: 0, box: [0, 0, 0, 0] }
    let place = places.get(page)
    if (place === undefined) {
      const text = pages[page] ?? 'null'
      place = shown.push(text) - 1
      places.set(page, place)
      bytes += Buffer.byteLength(text) + 1
    }
    const entry = JSON.stringify(entryOf(hashes[at] ?? '', digits, place, box))
    entries.push(entry)
    bytes += entry.length + 1
    if (bytes > limits.maxNumberBucketBytes) return undefined
  }
  return `{"numbers":[${entries.join(',')}],"pages":[${shown.join(',')}]}`
}

/** Where the hashes that begin with the same digits begin and end, in order. */
function* rangesOf(
  { hashes }: Sorted,
  digits: number,
  from = 0,
  to = hashes.length,
): Iterable<[string, number, number]> {
  let start = from
  while (start < to) {
    const prefix = (hashes[start] ?? '').slice(0, digits)
    let end = start + 1
    const isWithin = (at: number) => at < to && hashes[at]?.startsWith(prefix) === true
    while (isWithin(end)) end += 1
    yield [prefix, start, end]
    start = end
  }
}

/** The fewest digits with which nearly every bucket is small enough. */
function chooseDigits(sorted: Sorted, pages: readonly string[]): number {
  const sizes = pages.map(page => Buffer.byteLength(page) + 1)
  for (let digits = 1; digits < mostDigits; digits += 1) {
    let parted = 0
    for (const [, from, to] of rangesOf(sorted, digits)) {
      const shown = new Set<number>()
      let bytes = frameBytes + (to - from) * 55
      for (let at = from; at < to; at += 1) shown.add(sorted.numbers[at]?.page ?? 0)
      for (const page of shown) bytes += sizes[page] ?? 0
      if (bytes > limits.maxNumberBucketBytes) parted += to - from
    }
    if (parted <= sorted.hashes.length * partedShare) return digits
  }
  return mostDigits
}

/** Says to ask again with more digits. */
export const askFor = (digits: number) => `{"longer":${digits},"numbers":[],"pages":[]}`

/** One number in more places than a bucket holds is shown at the first ones. */
function firstOf(
  sorted: Sorted,
  pages: readonly string[],
  [from, to]: [number, number],
  digits: number,
): string {
  for (let end = to - 1; end > from; end -= 1) {
    const bucket = bucketOf(sorted, pages, [from, end], digits)
    if (bucket !== undefined) return bucket
  }
  return '{"numbers":[],"pages":[]}'
}

class Writer {
  readonly #file: number
  #at = 0

  constructor(file: string) {
    this.#file = openSync(file, 'wx')
  }

  /** Writes a bucket into one block. */
  add(body: string): [at: number, length: number] {
    const bytes = zlib.brotliCompressSync(body, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
        [zlib.constants.BROTLI_PARAM_LGWIN]: 14,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
      },
    })
    const room = packBlockBytes - (this.#at % packBlockBytes)
    if (bytes.length > room) this.#write(Buffer.alloc(room))
    const at = this.#at
    this.#write(bytes)
    return [at, bytes.length]
  }

  end(...rest: Uint8Array[]): void {
    for (const bytes of rest) this.#write(bytes)
    fdatasyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
  }

  #write(bytes: Uint8Array): void {
    let written = 0
    while (written < bytes.byteLength)
      written += writeSync(this.#file, bytes, written, bytes.byteLength - written)
    this.#at += bytes.byteLength
  }
}

/**
 * Writes the pack of a release. `pages` are JSON, each once.
 * Errors: those of the file system; what was written is then of no use.
 */
export function writePack(
  file: string,
  facts: Omit<PackFacts, 'digits' | 'parts'>,
  pages: readonly string[],
  numbers: readonly PlacedNumber[],
): PackFacts {
  const sorted = sort(numbers)
  const digits = chooseDigits(sorted, pages)
  const parts: PackFacts['parts'] = {}
  const places = new Uint32Array(16 ** digits)
  const lengths = new Uint16Array(16 ** digits)
  const writer = new Writer(file)
  const split = (range: [number, number], more: number): number => {
    const buckets: [string, string][] = []
    for (const [prefix, from, to] of rangesOf(sorted, more, ...range)) {
      const bucket = bucketOf(sorted, pages, [from, to], more)
      if (bucket === undefined && more < hexDigits) return split(range, more + 1)
      buckets.push([prefix, bucket ?? firstOf(sorted, pages, [from, to], more)])
    }
    for (const [prefix, bucket] of buckets) parts[prefix] = writer.add(bucket)
    return more
  }
  try {
    const put = (prefix: string, body: string) => {
      const [at, length] = writer.add(body)
      places[Number.parseInt(prefix, 16)] = at
      lengths[Number.parseInt(prefix, 16)] = length
    }
    const empty = writer.add('{"numbers":[],"pages":[]}')
    places.fill(empty[0])
    lengths.fill(empty[1])
    for (const [prefix, from, to] of rangesOf(sorted, digits)) {
      const bucket = bucketOf(sorted, pages, [from, to], digits)
      put(prefix, bucket ?? askFor(split([from, to], digits + 1)))
    }
    const whole: PackFacts = { ...facts, digits, parts }
    const json = Buffer.from(JSON.stringify(whole))
    const tail = Buffer.alloc(4 + packMark.length)
    tail.writeUInt32LE(json.length)
    tail.write(packMark, 4)
    writer.end(bytesOf(places), bytesOf(lengths), json, tail)
    return whole
  } finally {
    writer.close()
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Uint16Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)
