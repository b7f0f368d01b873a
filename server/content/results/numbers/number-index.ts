import { hash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { NumberBucket, PictureBox } from '#contract/resources/lookup.ts'

/** The exam numbers of a release, ready to be handed out: hashes, never the numbers. */
export interface NumberIndex {
  /** Changes whenever something of the release does. */
  version: string
  /** The first 16 hexadecimal digits of each number's SHA-256, sorted. */
  hashes: BigUint64Array
  /** For each hash its page in `pages`. */
  pageOf: Uint32Array
  /** For each hash its row, four values each. Units: 1 in 50,000 of the picture. */
  boxes: Uint16Array
  /** JSON of each page, as the public sees it. */
  pages: string[]
}

const hexDigits = 16
const scale = 50_000
const shortestPrefix = 1

/** An exam number as it stands in an index. */
export function hashOfNumber(number: string): string {
  return hash('sha256', number, 'hex').slice(0, hexDigits)
}

/** Puts the numbers of a release in order. `page`: its place in `pages`. */
export function makeIndex(
  version: string,
  pages: string[],
  numbers: readonly { hash: string; page: number; box: PictureBox }[],
): NumberIndex {
  const sorted = numbers.toSorted((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.page - b.page))
  return {
    version,
    pages,
    hashes: BigUint64Array.from(sorted, each => BigInt(`0x${each.hash}`)),
    pageOf: Uint32Array.from(sorted, each => each.page),
    boxes: Uint16Array.from(sorted.flatMap(each => each.box.map(value => Math.round(value * scale)))),
  }
}

/** The place of the first hash that is not below the given one. */
function lowerBound(hashes: BigUint64Array, wanted: bigint): number {
  let low = 0
  let high = hashes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] ?? 0n) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The bucket of a prefix as JSON, at most `maxNumberBucketBytes` long: where more numbers begin so, it asks for one
 * more digit.
 */
export function bucketOf(index: NumberIndex, prefix: string): string {
  const digits = Math.max(shortestPrefix, prefix.length)
  const least = BigInt(`0x${prefix.padEnd(hexDigits, '0')}`)
  const most = BigInt(`0x${prefix.padEnd(hexDigits, 'f')}`)
  const numbers: NumberBucket['numbers'] = []
  const pages: string[] = []
  const places = new Map<number, number>()
  let bytes = 0
  for (let at = lowerBound(index.hashes, least); at < index.hashes.length; at += 1) {
    const found = index.hashes[at] ?? 0n
    if (found > most) break
    const page = index.pageOf[at] ?? 0
    let place = places.get(page)
    if (place === undefined) {
      const text = index.pages[page] ?? 'null'
      place = pages.push(text) - 1
      places.set(page, place)
      bytes += Buffer.byteLength(text) + 1
    }
    const box = [...index.boxes.subarray(at * 4, at * 4 + 4)].map(
      value => Math.round((value / scale) * 1e5) / 1e5,
    ) as PictureBox
    const rest = found.toString(16).padStart(hexDigits, '0').slice(prefix.length)
    numbers.push([rest, place, box])
    bytes += rest.length + 48
    if (bytes > limits.maxNumberBucketBytes - 64)
      return JSON.stringify({ longer: digits + 1, numbers: [], pages: [] })
  }
  return `{"numbers":${JSON.stringify(numbers)},"pages":[${pages.join(',')}]}`
}
