import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { operatorPaths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { Config } from '#server/config.ts'
import { isSameSecret } from '#server/staff/session/tokens.ts'
import type { Metrics } from './metrics.ts'

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8)
ownMachine.addAddress('::1', 'ipv6')

/** What a proxy tells of those behind it. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Whether somebody on this machine asks; a proxy on this machine asks for others. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  if (forwardingHeaders.some(name => headers[name] !== undefined)) return false
  const address = raw.socket.remoteAddress ?? ''
  const family = isIP(address)
  return family !== 0 && ownMachine.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Registers the figures of this process, for programs on this machine, and with the configured token for others.
 * Errors: `token_wrong`; without a configured token others learn nothing (404).
 */
export function metricsRoutes(
  app: AppInstance,
  { metrics, config }: { metrics: Metrics; config: Pick<Config, 'metricsToken'> },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(request, reply)
    done()
  })

  app.get(operatorPaths.metrics, { logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isLocal(request)) {
      const { metricsToken } = config
      if (metricsToken === undefined) return reply.callNotFound()
      const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
      if (!isSameSecret(given, metricsToken)) {
        reply.header('www-authenticate', 'Bearer')
        throw new AppError('token_wrong')
      }
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
