import { cities } from '#contract/codes/cities.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Lookup, LookupInput, LookupMatch, NumberBucket } from '#contract/resources/lookup.ts'
import { hashOfNumber, hexDigits } from './number-pack.ts'
import type { NumberBuckets } from './number-buckets.ts'

type Buckets = Pick<NumberBuckets, 'list' | 'find'>

/** What packs hold in letters, as addresses are written; the escapes that they keep are escapes. */
const wholeAddress = (short: string) => encodeURI(short).replaceAll('%25', '%')

async function findIn(
  buckets: Buckets,
  { stage, number }: LookupInput,
  release: string,
  digits: number,
): Promise<LookupMatch[]> {
  const hash = hashOfNumber(number)
  for (let length = digits; length <= hexDigits;) {
    const prefix = hash.slice(0, length)
    const found = await buckets.find({ stage, release }, prefix)
    if (typeof found !== 'object') return []
    const { longer, numbers, pages } = JSON.parse(found.body.toString('utf8')) as NumberBucket
    if (longer === undefined) {
      return numbers.flatMap(([rest, place, row]) => {
        const page = pages[place]
        if (!page || prefix + rest !== hash) return []
        return [{ ...page, url: wholeAddress(page.url), picture: page.picture && { ...page.picture, row } }]
      })
    }
    length = longer
  }
  return []
}

/* The preliminary round is before the others of its year. */
const orderOf = (round = 0) => (round === 4 ? 0 : round)

/**
 * Where an exam number stands, by the packs of what is public: needs no database. The newest release comes first.
 * Errors: `exam_number_not_found`.
 */
export async function findInPacks(buckets: Buckets, input: LookupInput): Promise<Lookup> {
  const { stage, releaseYear, try: round } = input
  const releases = buckets
    .list()
    .map(facts => ({ facts, parts: facts.release.split('-').map(Number) }))
    .filter(({ facts }) => facts.stage === stage)
    .filter(({ parts: [year, named] }) => (releaseYear ?? year) === year && (round ?? named) === named)
    .toSorted((a, b) => (b.parts[0] ?? 0) - (a.parts[0] ?? 0) || orderOf(b.parts[1]) - orderOf(a.parts[1]))
  const matches: LookupMatch[] = []
  for (const { facts } of releases)
    matches.push(...(await findIn(buckets, input, facts.release, facts.digits)))
  if (matches.length === 0) {
    const message = 'لم نجد هذا الرقم في الأوراق التي عندنا الآن. أعد المحاولة بعد قليل، أو ابحث عن مدرستك.'
    throw new AppError('exam_number_not_found', { message })
  }
  const [newest] = releases
  const announced = newest?.facts.cities.length ?? 0
  return {
    matches: matches.slice(0, limits.maxLookupMatches),
    release: {
      stage,
      state: announced < cities.length ? 'partly' : 'announced',
      releaseYear: newest?.parts[0] ?? null,
      try: newest?.parts[1] ?? null,
      announced,
      total: cities.length,
    },
  }
}
