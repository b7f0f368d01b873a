import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEachEngine, type TestDatabase } from '#test/database.ts'
import {
  countByFacet,
  listMatches,
  listNewestOfFacets,
  listWordMatches,
  type FoundRow,
} from '../search.repository.ts'
import { HeldIndex } from './held-index.ts'
import type { HeldSearch } from './held-search.ts'

const records = 200
const queries = 300
/** Words that begin like others, longer than a slice of a text, of letters in two halves and beside them. */
const words = [
  'رياض',
  'رياضي',
  'رياضيات',
  'رياضياتالسادسالاعدادي',
  'كتاب',
  'كتابي',
  'كت',
  'ملزمة',
  'ملازم',
  'م',
  '3',
  '30',
  '300',
  '\u{10330}ا',
  '\u{10330}',
  '\ufb50ا',
  '\ufb50',
  '#subject:MATH',
  '#grade:SIXTH',
]
const types = ['book', 'malazima', 'ministerial-exam', 'news'] as const

/** Draws what a property is given. */
function drawing(value: fc.GeneratorValue) {
  const below = (limit: number) => value(fc.nat, limit - 1)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
  const some = <Value>(count: number, make: (index: number) => Value) =>
    Array.from({ length: count }, (_, index) => make(index))
  return { below, pick, some }
}
type Draw = ReturnType<typeof drawing>

const quoted = (word: string) => `'${word}'`

/** Places of a word, also such as no record has today. */
function placesOf({ below, pick, some }: Draw): string {
  const places = [...new Set(some(1 + below(4), () => 1 + below(5)))].sort((a, b) => a - b)
  return `:${places.map(place => `${place}${pick(['A', 'B', 'C', ''])}`).join(',')}`
}

function lexemes({ below, pick, some }: Draw, places: readonly string[]): string {
  const held = new Set(some(1 + below(6), () => pick(words)))
  return [...held].map(word => quoted(word) + pick(places)).join(' ')
}

function operand({ below, pick }: Draw): string {
  const word = pick(words)
  const own = below(3) === 0 ? [...word].slice(0, 1 + below(4)).join('') : word
  return `${quoted(own)}${pick(['', '', ':*', ':ABC', ':*ABC'])}`
}

function query(draw: Draw, depth = 2): string {
  if (depth === 0 || draw.below(4) === 0) return operand(draw)
  const sign = draw.pick([' & ', ' | '])
  return draw
    .some(1 + draw.below(4), () => (draw.below(2) === 0 ? operand(draw) : `(${query(draw, depth - 1)})`))
    .join(sign)
}

async function heldOf(index: HeldIndex): Promise<HeldSearch> {
  for (;;) {
    await index.catchUp()
    if (index.search) return index.search
    await wait(5)
  }
}

const namesOf = (rows: readonly FoundRow[] | undefined) =>
  rows?.map(({ type, recordId }) => `${type} ${recordId}`)
const inOrder = (counts: [number, number][]) => counts.sort(([a], [b]) => a - b)

function rowsOf(draw: Draw) {
  const places = draw.some(200, () => placesOf(draw))
  return draw.some(records, number => ({
    type: draw.pick(types),
    record_id: `r${draw.below(50)}-${number}`,
    facet_id: 1 + draw.below(40),
    lexemes: lexemes(draw, places),
    created_at: new Date(Date.UTC(2024, 0, 1 + draw.below(30))).toISOString(),
  }))
}

describeEachEngine('what is held in memory', open => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    const [rows] = fc.sample(fc.gen().map(drawing).map(rowsOf), { numRuns: 1, seed: 7 })
    await sql`
      insert into search_documents (type, record_id, facet_id, title, title_words, named_words, lexemes, created_at)
      select type, record_id, facet_id, record_id, '', '', lexemes, created_at
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (type text, record_id text, facet_id int, lexemes tsvector, created_at timestamptz)`.execute(
      database.kysely,
    )
  })
  afterAll(() => database.cleanup())

  it('answers text queries as the database does, in its order', async () => {
    const held = await heldOf(new HeldIndex(database.kysely))
    const { kysely } = database
    const isAnsweredAlike = async (value: fc.GeneratorValue) => {
      const draw = drawing(value)
      const text = query(draw)
      const rankBy = draw.some(1 + draw.below(draw.pick([9, 9, 60])), () => operand(draw)).join(' | ')
      const page = { limit: 1 + draw.below(80), offset: draw.pick([0, 0, 3, 40]) }
      const ids = draw.some(draw.below(30), () => 1 + draw.below(45))
      const facets = { ids: [...new Set(ids)], scores: ids.map(() => draw.below(5) / 3) }
      const among =
        draw.below(2) === 0
          ? undefined
          : { ids: facets.ids, scores: facets.scores.slice(0, facets.ids.length) }
      const asks = `${text} by ${rankBy}`
      expect(inOrder(held.countByFacet(text)), asks).toEqual(inOrder(await countByFacet(kysely, text)))
      expect(namesOf(await held.listMatches(kysely, text, rankBy, among, page)), asks).toEqual(
        namesOf(await listMatches(kysely, text, rankBy, among, page)),
      )
      const wider = draw.below(2) === 0 ? undefined : { query: query(draw), below: 10, limit: 20 }
      const [own, theirs] = [
        await held.listWordMatches(kysely, text, rankBy, page, wider),
        await listWordMatches(kysely, text, rankBy, page, wider),
      ]
      expect([namesOf(own.rows), own.groups, namesOf(own.wider)], asks).toEqual([
        namesOf(theirs.rows),
        theirs.groups,
        namesOf(theirs.wider),
      ])
    }
    await fc.assert(fc.asyncProperty(fc.gen(), isAnsweredAlike), { numRuns: queries })
  })

  it('lists the newest of facets as the database does', async () => {
    const held = await heldOf(new HeldIndex(database.kysely))
    const { kysely } = database
    const { rows: all } = await sql<{ recordId: string }>`select record_id from search_documents`.execute(
      kysely,
    )
    const isListedAlike = async (value: fc.GeneratorValue) => {
      const draw = drawing(value)
      const ids = [...new Set(draw.some(1 + draw.below(20), () => 1 + draw.below(45)))]
      const facets = { ids, scores: ids.map(() => draw.below(4) / 3) }
      const page = { limit: 1 + draw.below(30), offset: draw.pick([0, 5]) }
      const without = draw.some(draw.below(10), () => draw.pick(all).recordId)
      expect(namesOf(await held.listNewestOfFacets(kysely, facets, page, without))).toEqual(
        namesOf(await listNewestOfFacets(kysely, facets, page, without)),
      )
    }
    await fc.assert(fc.asyncProperty(fc.gen(), isListedAlike), { numRuns: queries / 4 })
  })
})
