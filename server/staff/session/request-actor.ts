import type { FastifyRequest } from 'fastify'
import type { Actor, RequestOrigin } from './actor.ts'
import { sessionOf } from './request-session.ts'

const maxUserAgentLength = 500

/** Who makes the change that a request of the staff scope asks for. Errors: `signed_out`. */
export function actorOf(request: FastifyRequest): Actor {
  const { user } = sessionOf(request)
  return { userId: user.id, email: user.email, ...originOf(request) }
}

/** Where a request comes from, as logs keep it. */
export function originOf(request: FastifyRequest): RequestOrigin {
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength)
  return { ipAddress: request.ip || null, userAgent: userAgent || null }
}
