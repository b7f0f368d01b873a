type InTime = <Answer>(answer: Promise<Answer>, limitMs: number | undefined) => Promise<Answer>

interface Waiting {
  limitMs: number | undefined
  giveUp: (reason: Error) => void
}

/**
 * Waits for the answers of one line, which come in the order of the questions. Unit of the limits: milliseconds, of each
 * answer from when those before it are there; undefined for as long as it takes.
 * Errors: where one does not come in time, none of those that are waited for does.
 */
export function answerClock(): InTime {
  const waiting: Waiting[] = []
  let firstSinceMs = 0
  /* One clock for all of them: most answers come long before it would be looked at. */
  let clock: NodeJS.Timeout | undefined
  let clockEndsMs = Infinity

  function lookAfter(ms: number): void {
    const endsMs = performance.now() + ms
    if (clock && clockEndsMs <= endsMs) return
    clearTimeout(clock)
    clockEndsMs = endsMs
    clock = setTimeout(look, ms).unref()
  }

  function look(): void {
    clock = undefined
    const limitMs = waiting[0]?.limitMs
    if (limitMs === undefined) return
    const leftMs = firstSinceMs + limitMs - performance.now()
    if (leftMs > 0) lookAfter(leftMs)
    else for (const { giveUp } of waiting.splice(0)) giveUp(new Error(unanswered))
  }

  function waitForFirst(): void {
    firstSinceMs = performance.now()
    const limitMs = waiting[0]?.limitMs
    if (limitMs !== undefined) lookAfter(limitMs)
  }

  return (answer, limitMs) =>
    new Promise((resolve, reject) => {
      const own: Waiting = { limitMs, giveUp: reject }
      waiting.push(own)
      if (waiting[0] === own) waitForFirst()
      const end = () => {
        const at = waiting.indexOf(own)
        if (at >= 0) waiting.splice(at, 1)
        if (at === 0) waitForFirst()
      }
      answer.then(
        found => {
          end()
          resolve(found)
        },
        (error: unknown) => {
          end()
          reject(error as Error)
        },
      )
    })
}

/** The message of the error of an answer that did not come in time; the line is of no use any more. */
export const unanswered = 'An answer of the engine did not come in time.'
