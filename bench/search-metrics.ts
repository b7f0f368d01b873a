import { createHash } from 'node:crypto'
import { quantile } from './figures.ts'

/** Graded judgements of one query: record id → 0 to 3. */
export type Judgements = Record<string, number>

export interface JudgedQuery {
  id: string
  class: string
  q: string
  qrels: Judgements
}

export interface QueryScore {
  ndcg: number
  mrr: number
  recall: number
  found: number
}

export interface ClassScore {
  queries: number
  ndcg: number
  mrr: number
  recall: number
}

export interface QualityReport {
  classes: Map<string, ClassScore>
  overall: ClassScore
  /** Share of the nonsense queries that found something. */
  noise: number
  /** Share of the other queries that found nothing. */
  empty: number
  p50Ms: number
  p99Ms: number
}

const noiseClass = 'noise'

/**
 * Parts the queries of every class into two halves, the same on every run: the first may be looked at while search is
 * changed, of the second only the figures, so that what helps the one and not the other shows.
 */
export function splitQueries(queries: readonly JudgedQuery[]): {
  seen: JudgedQuery[]
  unseen: JudgedQuery[]
} {
  const hash = ({ id }: JudgedQuery) => createHash('sha256').update(id).digest('hex')
  const seen = new Set<JudgedQuery>()
  for (const own of Map.groupBy(queries, query => query.class).values()) {
    const mixed = own.map(query => ({ query, key: hash(query) })).sort((a, b) => (a.key < b.key ? -1 : 1))
    for (const { query } of mixed.slice(0, Math.ceil(own.length / 2))) seen.add(query)
  }
  return {
    seen: queries.filter(query => seen.has(query)),
    unseen: queries.filter(query => !seen.has(query)),
  }
}

function gainAt(grade: number, rank: number): number {
  return (2 ** grade - 1) / Math.log2(rank + 2)
}

/**
 * Scores one ranked list: gains 2^grade − 1, discount log2(rank + 1), cut at 10; "relevant" means grade 2 or more
 * (1 or more when a query has nothing above 1). Source: the judged sample's own metrics.
 */
export function scoreQuery(judgements: Judgements, ids: readonly string[], cut = 10): QueryScore {
  const top = [...new Set(ids)].slice(0, cut)
  const grades = top.map(id => judgements[id] ?? 0)
  const ideal = Object.values(judgements).sort((a, b) => b - a)
  const relevantFrom = (ideal[0] ?? 0) >= 2 ? 2 : 1
  const relevant = ideal.filter(grade => grade >= relevantFrom).length
  const idealGain = ideal.slice(0, cut).reduce((sum, grade, rank) => sum + gainAt(grade, rank), 0)
  const gain = grades.reduce((sum, grade, rank) => sum + gainAt(grade, rank), 0)
  const first = grades.findIndex(grade => grade >= relevantFrom)
  const hits = grades.filter(grade => grade >= relevantFrom).length
  return {
    ndcg: idealGain === 0 ? 0 : gain / idealGain,
    mrr: first < 0 ? 0 : 1 / (first + 1),
    recall: relevant === 0 ? 0 : hits / Math.min(cut, relevant),
    found: top.length,
  }
}

function scoreOf(scores: readonly QueryScore[]): ClassScore {
  const mean = (pick: (score: QueryScore) => number) =>
    scores.reduce((sum, score) => sum + pick(score), 0) / Math.max(1, scores.length)
  return {
    queries: scores.length,
    ndcg: mean(s => s.ndcg),
    mrr: mean(s => s.mrr),
    recall: mean(s => s.recall),
  }
}

/** Gathers the scores of all queries. Units: `ms` holds the latency of every call. */
export function report(
  rows: readonly { query: JudgedQuery; score: QueryScore }[],
  ms: readonly number[],
): QualityReport {
  const classes = new Map<string, ClassScore>()
  for (const [name, own] of Map.groupBy(rows, ({ query }) => query.class)) {
    if (name !== noiseClass) classes.set(name, scoreOf(own.map(({ score }) => score)))
  }
  const noise = rows.filter(({ query }) => query.class === noiseClass)
  const meant = rows.filter(({ query }) => query.class !== noiseClass)
  return {
    classes,
    overall: scoreOf(meant.map(({ score }) => score)),
    empty: meant.filter(({ score }) => score.found === 0).length / Math.max(1, meant.length),
    noise: noise.filter(({ score }) => score.found > 0).length / Math.max(1, noise.length),
    p50Ms: quantile(ms, 0.5),
    p99Ms: quantile(ms, 0.99),
  }
}

/** A random number generator that gives the same numbers for the same seed. Source: mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The letters that slips put in. */
export const letters = 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'

/** The query with one letter inserted, deleted, replaced or swapped; queries under five letters stay as they are. */
export function withOneEdit(query: string, random: () => number): string {
  const text = [...query]
  if (text.filter(letter => /\p{L}/u.test(letter)).length < 5) return query
  const places = text.flatMap((letter, index) => (/\p{L}/u.test(letter) ? [index] : []))
  const at = places[Math.floor(random() * places.length)] ?? 0
  const letter = letters[Math.floor(random() * letters.length)] ?? 'ا'
  const kind = Math.floor(random() * 4)
  if (kind === 0) text.splice(at, 1)
  else if (kind === 1) text.splice(at, 0, letter)
  else if (kind === 2) text[at] = letter
  else {
    const other = places.includes(at + 1) ? at + 1 : at - 1
    const first = text[at] ?? ''
    text[at] = text[other] ?? ''
    text[other] = first
  }
  return text.join('')
}
