import type { AuditEntity } from '#contract/codes/audit.ts'
import { isKindEntity, kindOfEntity, kinds } from '#contract/kinds.ts'
import type { ListPage } from '#contract/page.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { api, isApiError } from '#web/api-client.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { recordName, resultName } from '../standard/record-facts.ts'

type NamedRecord = Parameters<typeof recordName>[0] | Parameters<typeof resultName>[0]

interface EntriesAnswer {
  logs: AuditEntry[]
  total: number
  searchedTo: string | null
}

/** The record whose history is shown, as it stands before these entries were asked for. */
interface HistoryRecord {
  version: number
  name: string
  /** The address of its form. */
  form: string
}

/** A page of the log. */
export interface EntriesPage extends ListPage<AuditEntry> {
  /** With the history of one record: that record; none once it is gone. */
  record: HistoryRecord | undefined
}

/** Gets a page of the log, or of the history of one record. Errors: ApiError. */
export async function fetchEntries(request: PageRequest): Promise<EntriesPage> {
  const { entityId } = request.query
  // Before its entries: what happens between the two calls is refused as a change that nobody has seen.
  const record = typeof entityId === 'string' && entityId ? await recordOf(entityId, request) : undefined
  const { logs, ...page } = await api.get<EntriesAnswer>(apiPaths.auditLog, request)
  return { ...page, items: logs, record }
}

/** Of which kind the records are whose histories were shown: they stay of that kind. */
const entities = new Map<string, AuditEntity>()

async function entityOf(entityId: string, signal: AbortSignal): Promise<AuditEntity | undefined> {
  const known = entities.get(entityId)
  if (known !== undefined) return known
  const newest = { query: { entityId, limit: 1 }, signal }
  const { entity } = (await api.get<EntriesAnswer>(apiPaths.auditLog, newest)).logs[0] ?? {}
  if (entity !== undefined) entities.set(entityId, entity)
  return entity
}

async function recordOf(entityId: string, { signal }: PageRequest): Promise<HistoryRecord | undefined> {
  const entity = await entityOf(entityId, signal)
  if (entity === undefined || !isKindEntity(entity)) return undefined
  const { apiPath, dashboardPath } = kinds[kindOfEntity[entity]]
  try {
    const { data } = await api.get<{ data: { version: number } & NamedRecord }>(`${apiPath}/${entityId}`, {
      asStaff: true,
      signal,
    })
    const name = 'city' in data ? resultName(data) : recordName(data)
    return { version: data.version, name, form: dashboardPaths.edit(dashboardPath, entityId) }
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}
