import { z } from 'zod'
import { auditActionLabels, auditActions, auditEntities, auditEntityLabels } from '#contract/codes/audit.ts'
import { formatDateTime } from '#contract/format.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditEntrySchema, auditListQuerySchema } from '#contract/resources/audit-entry.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { actorOf } from '#server/staff/session/request-actor.ts'
import { requireAdmin } from '#server/staff/session/request-session.ts'
import { deletedSchema, idParameters } from '#server/base/http/route-schemas.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { csvLine, csvNotes, sendCsv } from '#server/base/http/csv.ts'
import type { AuditService } from './audit.service.ts'

const tags = ['auditlog']
const listAnswer = z.object({
  logs: z.array(auditEntrySchema),
  /** Of all that were looked at. */
  total: z.int(),
  /** Where a search has stopped: older entries were not looked at. */
  searchedTo: z.string().nullable(),
})
/** By their e-mail addresses. */
const peopleAnswer = z.object({ people: z.array(z.string()) })
const actionCounts = z.array(z.object({ action: z.enum(auditActions), count: z.int() }))
const entityCounts = z.array(z.object({ entity: z.enum(auditEntities), count: z.int() }))

/** Registers the audit log: reading for staff, deletion for administrators. Source: A4.2, S8.4. */
export function staffAuditRoutes(app: AppInstance, audit: AuditService): void {
  app.get(
    apiPaths.auditLog,
    { schema: { tags, querystring: auditListQuerySchema, response: { 200: listAnswer } } },
    async request => {
      const { items, total, searchedTo } = await audit.list(request.query)
      return { logs: items, total, searchedTo }
    },
  )

  app.get(`${apiPaths.auditLog}/stats/actions`, { schema: { tags, response: { 200: actionCounts } } }, () =>
    audit.countByAction(),
  )

  app.get(`${apiPaths.auditLog}/stats/entities`, { schema: { tags, response: { 200: entityCounts } } }, () =>
    audit.countByEntity(),
  )

  app.get(apiPaths.auditLogPeople, { schema: { tags, response: { 200: peopleAnswer } } }, async () => ({
    people: await audit.listPeople(),
  }))

  app.get(
    apiPaths.auditLogExport,
    {
      schema: { tags, querystring: auditListQuerySchema.omit({ limit: true, offset: true }) },
      config: csvNotes,
    },
    (request, reply) => sendCsv(reply, 'audit-log', csvOf(audit.walk(request.query))),
  )

  app.get(
    `${apiPaths.auditLog}/:id`,
    { schema: { tags, params: idParameters, response: { 200: z.object({ data: auditEntrySchema }) } } },
    async request => ({ data: await audit.get(request.params.id) }),
  )

  app.delete(
    `${apiPaths.auditLog}/:id`,
    { onRequest: requireAdmin, schema: { tags, params: idParameters, response: { 200: deletedSchema } } },
    async request => ({ data: await audit.delete(request.params.id, actorOf(request)) }),
  )
}

async function* csvOf(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvLine([
    'التاريخ',
    'الإجراء',
    'النوع',
    'الوصف',
    'المستخدم',
    'عنوان IP',
    'المتصفح',
    'قبل',
    'بعد',
    'المعرف',
  ])
  for await (const entry of entries) {
    yield csvLine([
      formatDateTime(entry.createdAt),
      auditActionLabels[entry.action],
      auditEntityLabels[entry.entity],
      entry.description,
      entry.actor?.email,
      entry.ipAddress,
      entry.userAgent,
      entry.oldData && JSON.stringify(entry.oldData),
      entry.newData && JSON.stringify(entry.newData),
      entry.entityId,
    ])
  }
}
