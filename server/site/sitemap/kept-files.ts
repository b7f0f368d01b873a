import { kindNames, kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import type { Moment } from '#server/base/moments.ts'
import { digestOf } from '#server/base/http/kept-answers.ts'
import type { KeptAnswers } from '#server/base/http/kept-answers.ts'
import type { ReadyPage } from '#server/base/http/page-cache.ts'

/** Every change of a record can change a file. */
const tags = kindNames.map(kind => kinds[kind].list)

/** The last good copies of the sitemap's files, also from before this process. */
export interface KeptFiles {
  put(key: string, text: string, asOf: Moment): void
  /** The same pieces; what they are together is kept when they have come to their end, unless it is too large. */
  passing(key: string, pieces: AsyncIterable<string>, asOf: Moment): AsyncGenerator<string>
  /** Undefined where there is none. */
  find(key: string): Promise<ReadyPage | undefined>
}

/** Keeps files of the sitemap among the feeds. */
export function keepFiles(answers: KeptAnswers, type: string): KeptFiles {
  function put(key: string, text: string, asOf: Moment): void {
    const body = Buffer.from(text)
    answers.put({ key, type, etag: digestOf(body), tags, headers: {}, body }, asOf)
  }
  return {
    put,
    async *passing(key, pieces, asOf) {
      let passed: string[] = []
      let length = 0
      for await (const piece of pieces) {
        length += piece.length
        if (length <= limits.maxKeptSitemapLength) passed.push(piece)
        else passed = []
        yield piece
      }
      if (passed.length > 0) put(key, passed.join(''), asOf)
    },
    async find(key) {
      const kept = await answers.get(key)
      return kept && { status: 200, type, etag: kept.etag, bytes: { identity: kept.body } }
    },
  }
}
