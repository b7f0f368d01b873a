import type { AuditEntity } from '#contract/codes/audit.ts'
import { isKindEntity, kindOfEntity, kinds } from '#contract/kinds.ts'
import type { ListPage } from '#contract/page.ts'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { api, isApiError } from '#web/api-client.ts'
import type { PageRequest } from '../standard/list-query.ts'

interface EntriesAnswer {
  logs: AuditEntry[]
  total: number
  searchedTo: string | null
}

/** A page of the log. */
export interface EntriesPage extends ListPage<AuditEntry> {
  /** With the history of one record: its version as far as these entries tell; none once it is gone. */
  version: number | undefined
}

/** Gets a page of the log, or of the history of one record. Errors: ApiError. */
export async function fetchEntries(request: PageRequest): Promise<EntriesPage> {
  const { entityId } = request.query
  // Before its entries: what happens between the two calls is refused as a change that nobody has seen.
  const version = typeof entityId === 'string' && entityId ? await versionOf(entityId, request) : undefined
  const { logs, ...page } = await api.get<EntriesAnswer>(apiPaths.auditLog, request)
  return { ...page, items: logs, version }
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

async function versionOf(entityId: string, { signal }: PageRequest): Promise<number | undefined> {
  const entity = await entityOf(entityId, signal)
  if (entity === undefined || !isKindEntity(entity)) return undefined
  try {
    const address = `${kinds[kindOfEntity[entity]].apiPath}/${entityId}`
    const { data } = await api.get<{ data: { version: number } }>(address, { asStaff: true, signal })
    return data.version
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}
