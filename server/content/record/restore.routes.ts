import { z } from 'zod'
import type { AuditEntity } from '#contract/codes/audit.ts'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'

type Restore = (snapshot: unknown, actor: Actor) => Promise<{ id: string }>

/** Registers the way back from a deletion: the record as its audit entry holds it. */
export function staffRestoreRoutes(
  app: AppInstance,
  { audit, restoreByEntity }: { audit: AuditService; restoreByEntity: Partial<Record<AuditEntity, Restore>> },
): void {
  app.post(
    `${apiPaths.auditLog}/:id/restore`,
    {
      schema: {
        tags: ['auditlog'],
        params: idParameters,
        response: { 200: z.object({ data: z.object({ id: z.string() }) }) },
      },
    },
    async request => {
      const entry = await audit.get(request.params.id)
      const restore = restoreByEntity[entry.entity]
      if (entry.action !== 'DELETE' || !restore || !entry.oldData) throw new AppError('not_restorable')
      try {
        const { id } = await restore(entry.oldData, actorOf(request))
        return { data: { id } }
      } catch (error) {
        /* A file of the record that is gone by now is named as a wrong field of an input nobody typed. */
        if (errorCodeOf(error) === 'invalid_fields') throw new AppError('record_files_gone', { cause: error })
        throw error
      }
    },
  )
}
