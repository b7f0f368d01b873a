const waiting: (() => void)[] = []

/**
 * Ends this turn of the event loop, so that other requests are not held up by a long piece of work. Of those who wait so, one
 * goes on in each turn: what came in meanwhile is answered between two of them.
 */
export function letOthersRun(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}
