/** What is asked, or the reason of the signal where that comes first; what is asked goes on, and its error is nobody's then. */
export async function unlessAborted<Value>(asked: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>()
  const stop = () => aborted.reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([asked, aborted.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
