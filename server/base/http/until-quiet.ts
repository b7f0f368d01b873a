import { setImmediate as nextTurn } from 'node:timers/promises'

/** A turn of the event loop that brought somebody takes longer. */
const quietTurnMs = 2
/** In the first of them a line is taken, in the second what it says is read. */
const turnsInARow = 3
const longestWaitMs = 500

/**
 * Resolves right after turns of the event loop that brought next to nothing: whom the system has let in for this
 * process has been heard then. A door that is closed at any other moment breaks the lines of those who stand at it,
 * and a proxy in front may not send their writes to another process.
 */
export async function untilQuiet(): Promise<void> {
  const until = performance.now() + longestWaitMs
  for (let quiet = 0; quiet < turnsInARow && performance.now() < until;) {
    const startedAt = performance.now()
    await nextTurn()
    quiet = performance.now() - startedAt < quietTurnMs ? quiet + 1 : 0
  }
}
