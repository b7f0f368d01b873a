import type net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A turn of the event loop that brought somebody takes longer. */
const quietTurnMs = 2
/** For those who are let in: a line is taken in one turn, and what it says is read in the next. */
const turnsInARow = 3
const longestWaitMs = 500
/** For those who are not yet: a process with all its hands full comes to such a turn later. */
const longestWaitAtDoorMs = 3000

/**
 * Resolves right after turns of the event loop that brought next to nothing, and no new line: who has a line has said
 * then what they had to say, and lines that are closed are idle.
 */
export async function untilQuiet(server: net.Server): Promise<void> {
  await afterQuietTurns(server, turnsInARow, longestWaitMs)
}

/**
 * Resolves right after a turn of the event loop that brought next to nothing, and no new line: of those who stand at
 * the door one is let in each turn. A door that is closed at any other moment breaks the lines of all who stand at it,
 * and a proxy in front may not send their writes to another process.
 */
export async function untilNobodyIsAtDoor(server: net.Server): Promise<void> {
  await afterQuietTurns(server, 1, longestWaitAtDoorMs)
}

async function afterQuietTurns(server: net.Server, turns: number, longestMs: number): Promise<void> {
  let taken = 0
  const count = () => (taken += 1)
  server.on('connection', count)
  const until = performance.now() + longestMs
  /* Behind a signal the turn under way ends without having looked at the door. */
  await nextTurn()
  for (let quiet = 0; quiet < turns && performance.now() < until;) {
    const before = { taken, at: performance.now() }
    await nextTurn()
    const isQuiet = taken === before.taken && performance.now() - before.at < quietTurnMs
    quiet = isQuiet ? quiet + 1 : 0
  }
  server.off('connection', count)
}
