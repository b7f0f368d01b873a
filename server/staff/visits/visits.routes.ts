import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { formatDateTime } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  mostVisitedAnswerSchema,
  mostVisitedQuerySchema,
  visitInputSchema,
  visitListQuerySchema,
  visitSchema,
  visitsByDateAnswerSchema,
  visitsByDateQuerySchema,
} from '#contract/resources/visit.ts'
import type { Visit } from '#contract/resources/visit.ts'
import { originOf } from '#server/staff/session/request-actor.ts'
import { sessionTokenOf } from '#server/staff/session/session-cookie.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { csvLine, csvNotes, sendCsv } from '#server/base/http/csv.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import type { SessionFinder } from '#server/staff/session/request-session.ts'
import type { VisitsService } from './visits.service.ts'

const tags = ['visits']
const maxBeaconBytes = 8 * 1024

/** Registers the beacon: for a scope of its own with `requireOwnOrigin`. Source: P13.1. */
export function beaconRoutes(
  app: AppInstance,
  { visits, accounts }: { visits: VisitsService; accounts: SessionFinder },
): void {
  /* `navigator.sendBeacon` sends a string as text. */
  app.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      try {
        return JSON.parse(body) as unknown
      } catch (cause) {
        throw new AppError('malformed_json', { cause })
      }
    },
  )

  app.post(
    apiPaths.visits,
    {
      bodyLimit: maxBeaconBytes,
      config: rateLimits.visits,
      schema: { tags, body: visitInputSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const token = sessionTokenOf(request)
      const isStaff = token !== undefined && (await accounts.findSession(token).then(Boolean, () => true))
      if (!isStaff) visits.record(request.body.path, originOf(request))
      return reply.code(204).send(null)
    },
  )
}

/** Registers the statistics of visits. Source: A7.1. */
export function staffVisitRoutes(app: AppInstance, visits: VisitsService): void {
  app.get(
    apiPaths.visits,
    {
      schema: {
        tags,
        querystring: visitListQuerySchema,
        response: { 200: z.object({ total: z.int(), visits: z.array(visitSchema) }) },
      },
    },
    async request => {
      const { items, total } = await visits.list(request.query)
      return { total, visits: items }
    },
  )

  app.get(
    apiPaths.mostVisited,
    { schema: { tags, querystring: mostVisitedQuerySchema, response: { 200: mostVisitedAnswerSchema } } },
    request => visits.mostVisited(request.query),
  )

  app.get(
    apiPaths.visitsByDate,
    { schema: { tags, querystring: visitsByDateQuerySchema, response: { 200: visitsByDateAnswerSchema } } },
    request => visits.byDate(request.query),
  )

  app.get(
    apiPaths.visitsExport,
    {
      schema: { tags, querystring: visitListQuerySchema.omit({ limit: true, offset: true }) },
      config: csvNotes,
    },
    (request, reply) => sendCsv(reply, 'visits', csvOf(visits.walk(request.query))),
  )
}

async function* csvOf(visits: AsyncIterable<Visit>): AsyncGenerator<string> {
  yield csvLine(['التاريخ', 'الصفحة', 'البيانات', 'عنوان IP', 'المتصفح'])
  for await (const visit of visits) {
    const metadata = Object.entries(visit.metadata).map(([name, value]) => `${name}: ${value}`)
    yield csvLine([
      formatDateTime(visit.createdAt),
      visit.page,
      metadata.join('، '),
      visit.ipAddress,
      visit.userAgent,
    ])
  }
}
