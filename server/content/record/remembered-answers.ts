import { limits } from '#contract/limits.ts'
import { uncounted } from './kept-counts.ts'

interface RememberedAnswers {
  /** The answer to a list's query as it was sent, while nothing that it shows has changed. */
  find(key: string): string | undefined
  /** What takes down the answer that is begun now; one that a change overtakes is not kept. */
  begin(key: string): (body: string) => void
}

/**
 * Under what the answer of a public list is remembered. Shape: undefined where it is not: for what is typed, and for what a
 * record lacks, which other writes than those of its kind change.
 */
export function keyOfList(query: object): string | undefined {
  const chosen = Object.entries(query).filter(([, value]) => value !== undefined)
  return chosen.some(([name]) => uncounted.some(each => each === name)) ? undefined : JSON.stringify(chosen)
}

/** Unit: bytes; text that holds an Arabic letter is kept at two for each of its letters. */
const bytesOf = (key: string, body: string) => 2 * (key.length + body.length)

/**
 * Answers of one list that everybody reads, as text: most who ask for a list ask for the one that was asked for just before.
 * Each is kept until a change, of which another process hears a moment later, and for `listTotalFreshMs` at most. The total in
 * it may have been remembered as long when it was taken down: where a change is not heard of, a total is up to twice as old.
 *
 * Together they take `listAnswerBytes` at most: for one more the oldest are forgotten, and one that is larger is not kept.
 */
export function rememberAnswers(onChange: (forget: () => void) => void): RememberedAnswers {
  /* In the order in which they were taken down, the oldest first. */
  const kept = new Map<string, { body: string; untilMs: number }>()
  let bytes = 0
  let changes = 0
  const forget = (key: string) => {
    const known = kept.get(key)
    if (known && kept.delete(key)) bytes -= bytesOf(key, known.body)
  }
  onChange(() => {
    changes += 1
    kept.clear()
    bytes = 0
  })
  return {
    find(key) {
      const known = kept.get(key)
      if (known && performance.now() < known.untilMs) return known.body
      forget(key)
      return undefined
    },
    begin(key) {
      const seen = changes
      const untilMs = performance.now() + limits.listTotalFreshMs
      return body => {
        const own = bytesOf(key, body)
        if (seen !== changes || own > limits.listAnswerBytes) return
        forget(key)
        for (const oldest of kept.keys()) {
          if (bytes + own <= limits.listAnswerBytes) break
          forget(oldest)
        }
        kept.set(key, { body, untilMs })
        bytes += own
      }
    },
  }
}
