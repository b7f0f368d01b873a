import { z } from 'zod'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { isKindEntity, kindOfEntity } from '#contract/kinds.ts'
import { apiPaths } from '#contract/paths.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { AuditService } from '#server/staff/audit/audit.service.ts'
import { idParameters } from '#server/base/http/route-schemas.ts'
import type { KindsElsewhere } from './elsewhere.ts'

/** Registers the way back from a deletion: the record as its audit entry holds it. */
export function staffRestoreRoutes(
  app: AppInstance,
  { audit, elsewhere }: { audit: AuditService; elsewhere: KindsElsewhere },
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
      if (entry.action !== 'DELETE' || !isKindEntity(entry.entity) || !entry.oldData)
        throw new AppError('not_restorable')
      try {
        const { id } = await elsewhere[kindOfEntity[entry.entity]].restore(entry.oldData, actorOf(request))
        return { data: { id } }
      } catch (error) {
        /* A file of the record that is gone by now is named as a wrong field of an input nobody typed. */
        if (errorCodeOf(error) === 'invalid_fields') throw new AppError('record_files_gone', { cause: error })
        throw error
      }
    },
  )
}
