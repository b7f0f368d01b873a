import { letOthersRun } from '#server/search/let-others-run.ts'
import type { Candidate } from './find-candidates.ts'
import { wordKey } from './page-keys.ts'
import type { QueryWord } from './query-words.ts'

/** A page with how well it answers. */
export interface RankedPage {
  page: Candidate
  score: number
}

const headWords = 15
const shares = { often: 0.25, head: 0.15, near: 0.6, phrase: 0.4, granted: 0.9, titled: 0.1 } as const
const enoughTimes = 6
/** Pages that are weighed in one stretch, while others wait. */
const pagesAtOnce = 50
/** Further pages of a record stand behind the first ones of others by this. */
const sameRecord = 0.9

/**
 * Puts pages in order: those that have most of the query's weight, then those where the words stand together, in
 * their order, at the head or often. `granted` are the words that the record itself answers.
 */
export async function rankPages(
  pages: readonly Candidate[],
  words: readonly QueryWord[],
  granted: ReadonlySet<QueryWord>,
  leastShare: number,
): Promise<RankedPage[]> {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const meant = meaningsOf(words)
  const ranked: RankedPage[] = []
  for (const [index, page] of pages.entries()) {
    if (index % pagesAtOnce === pagesAtOnce - 1) await letOthersRun()
    const { score, share } = scoreOf(page, words, meant, granted, total)
    if (share >= leastShare) ranked.push({ page, score })
  }
  return parted(ranked.toSorted(byScore))
}

function byScore(a: RankedPage, b: RankedPage): number {
  return b.score - a.score || a.page.fileNo - b.page.fileNo || a.page.filePage - b.page.filePage
}

/** With the pages of one record apart, where others answer nearly as well. */
function parted(ranked: readonly RankedPage[]): RankedPage[] {
  const counts = new Map<string, number>()
  const lowered = ranked.map(({ page, score }) => {
    const key = `${page.type}/${page.recordId}`
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return { page, score: score * sameRecord ** before }
  })
  return lowered.toSorted(byScore)
}

interface Place {
  at: number
  /** Index of the word in the query. */
  word: number
}

/** A form of a word of the query. */
interface Meaning {
  /** Index of the word in the query. */
  word: number
  quality: number
}

function meaningsOf(words: readonly QueryWord[]): Map<number, Meaning[]> {
  const meant = new Map<number, Meaning[]>()
  for (const [index, { forms }] of words.entries()) {
    for (const { word, quality } of forms) {
      const key = wordKey(word)
      const others = meant.get(key)
      if (others) others.push({ word: index, quality })
      else meant.set(key, [{ word: index, quality }])
    }
  }
  return meant
}

/** How a page has a word of the query, under whichever form. */
interface Standing {
  best: number
  times: number
  isAtHead: boolean
}

function scoreOf(
  page: Candidate,
  words: readonly QueryWord[],
  meant: ReadonlyMap<number, readonly Meaning[]>,
  granted: ReadonlySet<QueryWord>,
  total: number,
): { score: number; share: number } {
  let score = 0
  let had = 0
  const places: Place[] = []
  const standings = words.map((word): Standing => {
    return { best: granted.has(word) ? shares.granted : 0, times: 0, isAtHead: false }
  })
  for (const [at, key] of page.words.entries()) {
    const meanings = meant.get(key)
    if (meanings === undefined) continue
    for (const { word, quality } of meanings) {
      const standing = standings[word]
      if (!standing) continue
      standing.best = Math.max(standing.best, quality)
      /* Behind the last word stand other keys. */
      if (at >= page.length) continue
      standing.times += 1
      if (at < headWords) standing.isAtHead = true
      places.push({ at, word })
    }
  }
  for (const [index, word] of words.entries()) {
    const { best, times, isAtHead } = standings[index] ?? { best: 0, times: 0, isAtHead: false }
    if (best > 0) had += word.weight
    const often = (shares.often * Math.min(times, enoughTimes)) / enoughTimes
    score += word.weight * best * (1 + often + (isAtHead ? shares.head : 0))
  }
  return { score: (score + total * together(places)) / total, share: had / total }
}

/** How near to each other the words stand: 1 for side by side in the query's order. */
function together(places: Place[]): number {
  const kinds = new Set(places.map(({ word }) => word)).size
  if (kinds < 2) return 0
  places.sort((a, b) => a.at - b.at)
  let best = Infinity
  let isPhrase = false
  const last = new Map<number, number>()
  for (const { at, word } of places) {
    last.set(word, at)
    if (last.size < kinds) continue
    const span = at - Math.min(...last.values()) + 1
    best = Math.min(best, span)
    isPhrase ||= span === kinds && isInOrder(last)
  }
  return shares.near * (kinds / best) + (isPhrase ? shares.phrase : 0)
}

function isInOrder(last: ReadonlyMap<number, number>): boolean {
  const inQuery = [...last].toSorted(([a], [b]) => a - b).map(([, at]) => at)
  return inQuery.every((at, index) => index === 0 || at === (inQuery[index - 1] ?? 0) + 1)
}
