import { sql } from 'kysely'
import { comparedWords } from '#contract/arabic/words.ts'
import type { TextRange } from '#contract/resources/search.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { asArabicKeys } from '#server/search/language/keyboard.ts'
import { tokenise } from '#server/search/language/tokens.ts'
import type { Token } from '#server/search/language/tokens.ts'
import { smallWordForms } from '#server/search/language/words/fillers.ts'
import { wordKey } from './page-keys.ts'
import { slipsOf } from './slips.ts'

/** A spelling under which a word of the query stands on pages. */
export interface Form {
  word: string
  /** How sure it is the word that was meant, 0 to 1. */
  quality: number
}

/** A word of the query as it is looked for. */
export interface QueryWord {
  /** Best first; none for a word that stands on no page. */
  forms: Form[]
  /** How much it says: rare words say most. */
  weight: number
  /** On about how many pages it stands. */
  pages: number
  /** Only what a sentence is made with: no page has to have it. */
  isSmall: boolean
  range: TextRange
}

const maxQueryWords = 10
const maxForms = 8
const minOpenLetters = 3
const minRepairedLetters = 4
const attachedQuality = 0.9
const inflectedQuality = 0.8
const completedQuality = 0.7
const repairedQuality = 0.6

const fewPages = 8

const smallWords = new Set(smallWordForms.split('|').flatMap(comparedWords))
const particles = ['و', 'ف', 'ب', 'ل', 'ك']
const minLettersAfterParticle = 3

/** The spellings of a word that mean the same on a page: with a particle before it, or in another number. */
function kinOf({ word, kurdish }: Token): Form[] {
  const same = kurdish === undefined ? [word] : [word, kurdish]
  const bare =
    particles.includes(word[0] ?? '') && word.length > minLettersAfterParticle + 1 ? [word.slice(1)] : []
  const attached = word.length >= minLettersAfterParticle ? particles.map(each => each + word) : []
  return [
    ...same.map(each => ({ word: each, quality: 1 })),
    ...[...attached, ...bare].map(each => ({ word: each, quality: attachedQuality })),
    ...inflections(word).map(each => ({ word: each, quality: inflectedQuality })),
  ]
}

const minStemLetters = 3

function inflections(word: string): string[] {
  const stem = word.replace(/(?:ات|تين|تان|ه)$/u, '')
  if (stem.length < minStemLetters || /\p{N}/u.test(word)) return []
  return ['ه', 'ات', 'تين', 'تان', ...(stem === word ? ['ين', 'ون', 'ان'] : [])]
    .map(ending => stem + ending)
    .filter(each => each !== word)
}

/** How many pages have each of some words; those that none has are missing. */
async function countPages(db: Queryable, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; pages: number }>`
    select word, pages from page_vocabulary where word = any(${[...new Set(words)]}::text[])`.execute(db)
  return new Map(rows.map(({ word, pages }) => [word, pages]))
}

/**
 * Forgets the words that no page has any more, since pages that go are not counted off: where all spellings of a word
 * together have few pages, the index itself is asked.
 */
async function forgetGone(
  db: Queryable,
  pages: Map<string, number>,
  spellings: readonly (readonly string[])[],
): Promise<void> {
  const doubtful = spellings
    .map(words => words.filter(word => pages.has(word)))
    .filter(words => words.reduce((sum, word) => sum + (pages.get(word) ?? 0), 0) <= fewPages)
    .flat()
  if (doubtful.length === 0) return
  const keys = `{${doubtful.map(wordKey).join(',')}}`
  const { rows } = await sql<{ key: number }>`
    select distinct key from page_words w cross join unnest(w.words) key
    where w.words && ${keys}::int[] and key = any(${keys}::int[])`.execute(db)
  const there = new Set(rows.map(({ key }) => key))
  for (const word of doubtful) if (!there.has(wordKey(word))) pages.delete(word)
}

/** The commonest words that begin with what is typed so far. */
async function completionsOf(db: Queryable, typed: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; pages: number }>`
    select word, pages from page_vocabulary
    where word >= ${typed} and word < ${`${typed}\u{10ffff}`} order by pages desc limit ${maxForms}`.execute(
    db,
  )
  return new Map(rows.map(({ word, pages }) => [word, pages]))
}

/** Rare words weigh more; a word of a thousand pages weighs a third of one that stands on a single page. */
const weightOf = (pages: number) => 1 / (1 + Math.log10(1 + pages))

/**
 * Reads a query for pages: each word with the spellings under which pages have it. A word that no page has is
 * repaired, and completed where it is the last and still open; a query typed on the other layout is read again.
 */
export async function readQueryWords(db: Queryable, query: string): Promise<QueryWord[]> {
  const words = await lookUp(db, query)
  if (words.some(({ forms }) => forms.length > 0)) return words
  const retyped = asArabicKeys(query)
  return retyped === undefined ? words : lookUp(db, retyped)
}

async function lookUp(db: Queryable, query: string): Promise<QueryWord[]> {
  const tokens = tokenise(query).slice(0, maxQueryWords)
  const kin = tokens.map(kinOf)
  const spellings = kin.map(forms => forms.map(({ word }) => word))
  const pages = await countPages(db, spellings.flat())
  await forgetGone(db, pages, spellings)
  const isOpen = !/[\s\p{P}]$/u.test(query)
  const found: QueryWord[] = []
  for (const [at, token] of tokens.entries()) {
    const known = (kin[at] ?? []).filter(({ word }) => pages.has(word))
    const mayGoOn = isOpen && at === tokens.length - 1
    const forms = known.length > 0 ? known : await guess(db, token.word, mayGoOn, pages)
    const kept = forms.slice(0, maxForms)
    const count = kept.reduce((sum, { word }) => sum + (pages.get(word) ?? 0), 0)
    const isSmall = smallWords.has(token.word)
    found.push({ forms: kept, weight: weightOf(count), pages: count, isSmall, range: token.range })
  }
  return found.every(({ isSmall }) => isSmall) ? found.map(word => ({ ...word, isSmall: false })) : found
}

async function guess(
  db: Queryable,
  word: string,
  mayGoOn: boolean,
  pages: Map<string, number>,
): Promise<Form[]> {
  if (mayGoOn && word.length >= minOpenLetters) {
    const completions = await completionsOf(db, word)
    await forgetGone(db, completions, [[...completions.keys()]])
    for (const [each, count] of completions) pages.set(each, count)
    if (completions.size > 0)
      return [...completions.keys()].map(each => ({ word: each, quality: completedQuality }))
  }
  if (word.length < minRepairedLetters || /\p{N}/u.test(word)) return []
  const near = await countPages(db, slipsOf(word))
  await forgetGone(db, near, [[...near.keys()]])
  const repairs = [...near].toSorted((a, b) => b[1] - a[1])
  for (const [each, count] of repairs) pages.set(each, count)
  return repairs.map(([each]) => ({ word: each, quality: repairedQuality }))
}
