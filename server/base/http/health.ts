import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { AppInstance } from './app-instance.ts'

const answer = z.object({ status: z.literal('ok') })

/** Registers the address that a proxy asks whether this process can serve. Errors: `unavailable`. */
export function healthRoute(app: AppInstance, database: Pick<OpenDatabase, 'kysely'>): void {
  app.get(
    apiPaths.health,
    { logLevel: 'warn', schema: { tags: ['site'], response: { 200: answer } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      await sql`select 1`.execute(database.kysely).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause })
      })
      return { status: 'ok' as const }
    },
  )
}
