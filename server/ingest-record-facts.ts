import type { NewRecord } from '#contract/ingest-input.ts'
import type { Warning } from '#contract/resources/warning.ts'
import type { ContentServices } from './content/open-content.ts'

/** What speaks against adding a record; pictures are compared until `patience` is aborted. */
export function warningsOfRecord(
  services: ContentServices,
  record: NewRecord,
  patience: AbortSignal,
): Promise<Warning[]> {
  if (record.kind === 'book') return services.books.listWarnings(record.input, [], patience)
  if (record.kind === 'note') return services.notes.listWarnings(record.input, [], patience)
  if (record.kind === 'exam') return services.exams.listWarnings(record.input, [], patience)
  return services.results.listWarnings(record.input, [])
}
