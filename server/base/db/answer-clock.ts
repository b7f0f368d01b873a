type InTime = <Answer>(answer: Promise<Answer>, limitMs: number | undefined) => Promise<Answer>

/**
 * Waits for the answers of one line, which come in the order of the questions. Unit of the limits: milliseconds, of each
 * answer from when those before it are there; undefined for as long as it takes.
 * Errors: where one does not come in time, none of those that are waited for does.
 */
export function answerClock(): InTime {
  const waiting: { limitMs: number | undefined; giveUp: (reason: Error) => void }[] = []
  let clock: NodeJS.Timeout | undefined
  const waitForFirst = () => {
    clearTimeout(clock)
    const limitMs = waiting[0]?.limitMs
    if (limitMs === undefined) return
    clock = setTimeout(() => {
      for (const { giveUp } of waiting.splice(0)) giveUp(new Error(unanswered))
    }, limitMs)
  }
  return async (answer, limitMs) => {
    const { promise: late, reject: giveUp } = Promise.withResolvers<never>()
    const own = { limitMs, giveUp }
    waiting.push(own)
    if (waiting[0] === own) waitForFirst()
    try {
      return await Promise.race([answer, late])
    } finally {
      const at = waiting.indexOf(own)
      if (at >= 0) waiting.splice(at, 1)
      if (at === 0) waitForFirst()
    }
  }
}

/** The message of the error of an answer that did not come in time; the line is of no use any more. */
export const unanswered = 'An answer of the engine did not come in time.'
