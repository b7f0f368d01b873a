import { z } from 'zod'
import { kindNames } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { publicationInputShape } from '#contract/resources/publication.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { Publishing } from './publishing.ts'

const bodySchema = z.object({
  ...publicationInputShape,
  records: z
    .array(z.object({ kind: z.enum(kindNames), id: z.string().max(100), version: z.int().optional() }), {
      error: 'اختر سجلاً واحداً على الأقل',
    })
    .min(1, { error: 'اختر سجلاً واحداً على الأقل' })
    .max(limits.maxRecordsAtOnce, { error: 'اخترت من السجلات أكثر مما يُنشر مرة واحدة' }),
  confirmed: z
    .array(z.string().max(100))
    .max(limits.maxRecordsAtOnce)
    .optional()
    .meta({ description: 'Records that would be refused as doubtful, and that somebody has looked at.' }),
})

/** Registers showing, hiding and scheduling many records in one act. Source: S5.5. */
export function staffPublishingRoutes(app: AppInstance, publishing: Publishing): void {
  app.post(
    apiPaths.publications,
    {
      schema: {
        tags: ['publications'],
        body: bodySchema,
        response: { 200: z.object({ data: z.object({ count: z.int() }) }) },
      },
    },
    async request => {
      const { records, confirmed, ...publication } = request.body
      await publishing.publish({ records, actor: actorOf(request), publication, confirmed })
      return { data: { count: records.length } }
    },
  )
}
