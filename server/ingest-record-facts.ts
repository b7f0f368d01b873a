import type { NewRecord } from '#contract/ingest-input.ts'
import { kinds, type Kind } from '#contract/kinds.ts'
import type { Warning } from '#contract/resources/warning.ts'
import type { ContentServices } from './content/open-content.ts'

/** What lists call a record; undefined for one that is gone. */
export async function nameOfRecord(
  services: ContentServices,
  kind: Kind,
  id: string,
): Promise<string | undefined> {
  const item = await services[kinds[kind].list].find(id, 'any')
  if (!item) return undefined
  return 'title' in item ? item.title : `نتائج ${item.city}`
}

/** What speaks against adding a record. */
export function warningsOfRecord(services: ContentServices, record: NewRecord): Promise<Warning[]> {
  if (record.kind === 'book') return services.books.listWarnings(record.input, [])
  if (record.kind === 'note') return services.notes.listWarnings(record.input, [])
  if (record.kind === 'exam') return services.exams.listWarnings(record.input, [])
  return services.results.listWarnings(record.input, [])
}
