import { AppError } from '#contract/errors.ts'
import { operatorPaths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { errorAnswer, retryAfterSeconds } from '#server/base/http/errors.ts'
import { partFaults } from './readiness.ts'
import type { HealthPart, Readiness } from './readiness.ts'

const parts = Object.keys(partFaults) as HealthPart[]

/**
 * Registers what a proxy or a supervisor asks: whether this process lives, and whether it can serve.
 * Errors: `not_ready`, which names the parts.
 */
export function healthRoutes(app: AppInstance, readiness: Readiness): void {
  const quiet = { logLevel: 'warn' } as const

  app.get(operatorPaths.live, quiet, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })

  app.get(operatorPaths.ready, quiet, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const findings = await readiness.look()
    const faulty = parts.filter(part => !findings[part].isWell)
    if (faulty.length === 0) {
      return { status: 'ok', parts: Object.fromEntries(parts.map(part => [part, 'ok'])) }
    }
    const fields = Object.fromEntries(faulty.map(part => [part, partFaults[part]]))
    const { status, body } = errorAnswer(new AppError('not_ready', { fields }))
    return reply.code(status).header('retry-after', retryAfterSeconds).send(body)
  })
}
