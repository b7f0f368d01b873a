import { AsyncLocalStorage } from 'node:async_hooks'

interface Waiting {
  since: number
  goOn: () => void
}

/** In the order in which they go on. */
const waiting: Waiting[] = []
const beginnings = new AsyncLocalStorage<number>()
let begun = 0

/**
 * Does work of several turns, which goes on before what began later: of many pieces of work that go on by turns, each would
 * take as long as all of them.
 */
export function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  return beginnings.run((begun += 1), work)
}

/** Does work of several turns for nobody who waits: each of them comes behind what began before. */
export function behindOthers<Value>(work: () => Promise<Value>): Promise<Value> {
  return beginnings.exit(work)
}

/**
 * Ends this turn of the event loop, so that other requests are not held up by a long piece of work. Of those who wait so, one
 * goes on in each turn, that which began first: what came in meanwhile is answered between two of them.
 */
export function letOthersRun(): Promise<void> {
  const since = beginnings.getStore() ?? (begun += 1)
  return new Promise(goOn => {
    const at = waiting.findLastIndex(other => other.since <= since)
    waiting.splice(at + 1, 0, { since, goOn })
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()?.goOn()
  if (waiting.length > 0) setImmediate(next)
}
