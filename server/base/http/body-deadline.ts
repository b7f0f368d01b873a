import type { AppInstance } from './app-instance.ts'

/**
 * Cuts requests of a scope whose body does not arrive whole within `deadlineMs`: Fastify itself waits for ever for
 * a body that drips. Not for uploads, which are cut on lack of progress.
 */
export function limitBodyTime(app: AppInstance, deadlineMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    if (!hasBody) return
    const timer = setTimeout(() => {
      request.log.warn('request body did not arrive in time')
      request.raw.destroy()
    }, deadlineMs)
    timer.unref()
    const stop = () => clearTimeout(timer)
    request.raw.once('end', stop)
    reply.raw.once('close', stop)
  })
}
