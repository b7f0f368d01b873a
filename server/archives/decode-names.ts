import { setImmediate as letOthersRun } from 'node:timers/promises'
import {
  decodeAs,
  decodeUtf8,
  encodeCp437,
  isUtf8Text,
  lettersOf,
  nameEncodings,
  turnRuns,
} from './code-pages.ts'
import type { NameEncoding } from './code-pages.ts'
import { likelihoodOf, withHamzaBelow } from './likelihood.ts'

/** A name as it stands in an archive: its bytes, and its text where the archive says it for certain. */
export interface StoredName {
  raw: Buffer
  certain: string | undefined
}

export interface DecodedNames {
  /** In the order of what was given; folders parted by `/`. */
  names: string[]
  /** In what the names are written that do not say so themselves. */
  encoding: NameEncoding
}

/** A way to read bytes: CP864 keeps shapes of letters, by some programs in the order of the screen. */
interface Reading {
  encoding: NameEncoding
  isTurned: boolean
}

const readings: readonly Reading[] = [
  ...nameEncodings.map(encoding => ({ encoding, isTurned: false })),
  { encoding: 'cp864', isTurned: true },
]
const namesAtOnce = 200
/** Per sign: from here on a text is as good as foreign letters can be. */
const readable = -6

function read(raw: Uint8Array, { encoding, isTurned }: Reading): string | undefined {
  const text = decodeAs(raw, encoding)
  if (text === undefined || encoding !== 'cp864') return text
  return withHamzaBelow(lettersOf(isTurned ? turnRuns(text) : text))
}

async function judge(raws: readonly Uint8Array[], reading: Reading): Promise<number> {
  let sum = 0
  let signs = 0
  for (const [index, raw] of raws.entries()) {
    if (index % namesAtOnce === namesAtOnce - 1) await letOthersRun()
    const text = read(raw, reading)
    if (text === undefined) return -Infinity
    const found = likelihoodOf(text)
    sum += found.sum
    signs += found.signs
  }
  return signs === 0 ? 0 : sum / signs
}

interface Judgement {
  reading: Reading
  score: number
}

async function bestReading(raws: readonly Uint8Array[], among: readonly Reading[]): Promise<Judgement> {
  let best: Judgement = { reading: { encoding: 'cp437', isTurned: false }, score: -Infinity }
  for (const reading of among) {
    const score = await judge(raws, reading)
    if (score > best.score) best = { reading, score }
  }
  return best
}

function isReadable(text: string): boolean {
  const { sum, signs } = likelihoodOf(text)
  return sum >= readable * signs
}

const hasArabic = (text: string) => /[\u0600-\u06FF\uFB50-\uFDFF\uFE70-\uFEFF]/u.test(text)
const isAscii = (bytes: Uint8Array) => bytes.every(byte => byte < 0x80)

/* Somebody unpacked names of another code page as CP437 and packed them again: the bytes are still in there. */
function bytesBehind(name: StoredName): Buffer | undefined {
  const { certain } = name
  if (certain === undefined) return isAscii(name.raw) ? undefined : name.raw
  if (hasArabic(certain) || isAscii(Buffer.from(certain))) return undefined
  return encodeCp437(certain)
}

/** Folders parted by `/`, letters composed. */
function tidy(text: string): string {
  return text.replaceAll('\\', '/').normalize('NFC')
}

/**
 * Reads the names of an archive. What a name does not say itself is judged over all of them together: the most
 * likely of the encodings. Names that are UTF-8 among others that are not stay UTF-8: archives are added to by several
 * programs. `chosen` is what staff have said instead.
 */
export async function decodeNames(
  stored: readonly StoredName[],
  chosen?: NameEncoding,
): Promise<DecodedNames> {
  const behind = stored.map(bytesBehind)
  const open = behind.filter(raw => raw !== undefined)
  const utf8 = open.filter(isUtf8Text)
  const others = open.filter(raw => !isUtf8Text(raw))
  const among = chosen === undefined ? readings : readings.filter(reading => reading.encoding === chosen)
  const whole = await bestReading(others.length > 0 ? others : utf8, among)
  const encoding = open.length === 0 ? 'utf-8' : whole.reading.encoding
  const keepsUtf8 = chosen === undefined && others.length > 0
  const names = stored.map(({ raw, certain }, index) => {
    const bytes = behind[index]
    if (bytes === undefined) return tidy(certain ?? raw.toString('latin1'))
    const asUtf8 = keepsUtf8 && isUtf8Text(bytes) ? decodeUtf8(bytes) : undefined
    const text = asUtf8 ?? read(bytes, whole.reading) ?? decodeAs(bytes, 'cp437') ?? ''
    return tidy(certain !== undefined && !isReadable(text) ? certain : text)
  })
  return { names, encoding }
}
