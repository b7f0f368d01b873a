/** What a question about a part came to. */
export interface Finding {
  isWell: boolean
  /** Why not, for the log. */
  cause?: unknown
}

interface ProbeTimes {
  /** How long an answer is waited for. */
  waitMs: number
  /** How long an answer is good for everybody. */
  freshMs: number
  now?: () => number
}

/**
 * Asks whether something is well, however many want to know: an answer is kept for a moment, and while a question has
 * had no answer no other one is asked. `ask` rejects, or gives false, when it is not.
 */
export function createProbe(
  ask: () => Promise<boolean>,
  { waitMs, freshMs, now = () => performance.now() }: ProbeTimes,
): () => Promise<Finding> {
  let asked: Promise<Finding> | undefined
  let found: { finding: Finding; atMs: number } | undefined
  let looking: Promise<Finding> | undefined

  function answer(): Promise<Finding> {
    asked ??= ask()
      .then(
        (isWell): Finding => ({ isWell }),
        (cause: unknown): Finding => ({ isWell: false, cause }),
      )
      .finally(() => {
        asked = undefined
      })
    return asked
  }

  async function look(): Promise<Finding> {
    const late = Promise.withResolvers<Finding>()
    const timer = setTimeout(
      () => late.resolve({ isWell: false, cause: new Error(`No answer within ${waitMs} ms.`) }),
      waitMs,
    )
    const finding = await Promise.race([answer(), late.promise])
    clearTimeout(timer)
    found = { finding, atMs: now() }
    return finding
  }

  return async () => {
    if (found !== undefined && now() - found.atMs < freshMs) return found.finding
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
