/** What a question came to: what was found, or why nothing was. */
export type Finding<Found> = { found: Found; cause?: undefined } | { found?: undefined; cause: unknown }

interface LookTimes {
  /** How long an answer is waited for. */
  waitMs: number
  /** How long an answer is good for everybody. */
  freshMs: number
  now?: () => number
}

/**
 * Looks at something, however many want to know: an answer is kept for a moment, and while a question has had no answer
 * no other one is asked. What `ask` rejects with is the cause.
 */
export function createLook<Found>(
  ask: () => Promise<Found>,
  { waitMs, freshMs, now = () => performance.now() }: LookTimes,
): () => Promise<Finding<Found>> {
  let asked: Promise<Finding<Found>> | undefined
  let known: { finding: Finding<Found>; atMs: number } | undefined
  let looking: Promise<Finding<Found>> | undefined

  function answer(): Promise<Finding<Found>> {
    asked ??= ask()
      .then(
        (found): Finding<Found> => ({ found }),
        (cause: unknown): Finding<Found> => ({ cause }),
      )
      .finally(() => {
        asked = undefined
      })
    return asked
  }

  async function look(): Promise<Finding<Found>> {
    const late = Promise.withResolvers<Finding<Found>>()
    const timer = setTimeout(
      () => late.resolve({ cause: new Error(`No answer within ${waitMs} ms.`) }),
      waitMs,
    )
    const finding = await Promise.race([answer(), late.promise])
    clearTimeout(timer)
    known = { finding, atMs: now() }
    return finding
  }

  return async () => {
    if (known !== undefined && now() - known.atMs < freshMs) return known.finding
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
