import { bestQuality } from './find-context.ts'
import type { FoundRecords } from './find-records.ts'
import { letOthersRun } from './let-others-run.ts'
import { understandTogether, type Among } from './language/slips-together.ts'
import { tokenise } from './language/tokens.ts'
import { understand, type Understanding } from './language/understand.ts'
import type { ConceptUnit } from './language/units.ts'
import { weights } from './rank/weights.ts'
import type { SearchState } from './search-state.ts'
import type { FoundRow } from './search.repository.ts'

type Read = [understanding: Understanding, found: FoundRecords]
type Find = (understanding: Understanding) => Promise<FoundRecords>

/** How many words of a query nobody knows. */
function unknownWords({ words }: Understanding): number {
  return words.filter(({ readings }) => readings.length === 0).length
}

/** Whether a record holds each word in its title, its teacher's name or its keywords. */
function isHeldTogether(row: FoundRow | undefined, { words }: Understanding): boolean {
  if (!row) return false
  const said = [...row.titleWords.split(' '), ...row.namedWords.split(' ')]
  const own = [...said, ...tokenise(row.teacher ?? '').map(({ word }) => word)]
  return words.every(({ readings }) =>
    readings.some(({ word, isPrefix }) =>
      own.some(each => (isPrefix ? each.startsWith(word) : each === word)),
    ),
  )
}

/**
 * Among which words a query may have to be looked for with a slip in each: where no fact was typed as it is written,
 * among names; among all words only where no record holds the whole of it either.
 */
function waysTogether({ concepts }: Understanding, complete: number): Among[] {
  const isExact = ({ wishes }: ConceptUnit) => wishes.some(({ quality }) => quality >= weights.surely.exact)
  if (concepts.some(isExact)) return []
  if (complete === 0) return ['name', 'title']
  return concepts.length > 0 ? ['name'] : []
}

/** Whether a reading knows what another left unknown: a fact, or beside a subject, a grade or a sure word, a word. */
function saysMore(reading: Understanding, before: Understanding): boolean {
  if (reading.concepts.length > before.concepts.length) return true
  const isAboutSomething =
    before.concepts.some(({ isRequired }) => isRequired) ||
    before.words.some(unit => bestQuality(unit) >= weights.surely.exact)
  return isAboutSomething && unknownWords(reading) < unknownWords(before)
}

/** Whether some word was read as talk: beside it a word that nobody knows is rather talk than a slip. */
function hasTalk({ tokens, concepts, words, softWords }: Understanding): boolean {
  const said = [...concepts, ...words, ...softWords].flatMap(({ ranges }) => ranges)
  return tokens.some(({ range }) => !said.some(([from, to]) => from <= range[0] && range[1] <= to))
}

/** What a query finds when its words are taken for words of one record, each with a slip; undefined when none holds them all. */
export async function findTogether(
  query: string,
  state: SearchState,
  before: Understanding,
  { complete }: FoundRecords,
  find: Find,
): Promise<Read | undefined> {
  for (const among of waysTogether(before, complete)) {
    const together = understandTogether(query, state.lexicon, among)
    if (!together) continue
    await letOthersRun()
    const found = await find(together)
    if (found.complete > 0 && isHeldTogether(await found.best(), together)) return [together, found]
  }
  return undefined
}

/** What a query with a word that nobody knows finds when several slips are forgiven; undefined when it says no more so. */
export async function findKnowingMore(
  query: string,
  state: SearchState,
  before: Understanding,
  find: Find,
): Promise<Read | undefined> {
  if (unknownWords(before) === 0 || hasTalk(before)) return undefined
  await letOthersRun()
  const other = understand(query, state.lexicon, { isForgiving: true })
  if (!saysMore(other, before)) return undefined
  const found = await find(other)
  return found.complete > 0 ? [other, found] : undefined
}
