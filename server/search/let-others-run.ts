/** Ends this turn of the event loop, so that other requests are not held up by a long piece of work. */
export function letOthersRun(): Promise<void> {
  return new Promise(resolve => {
    setImmediate(resolve)
  })
}
