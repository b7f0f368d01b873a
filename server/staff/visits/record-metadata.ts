import type { VisitMetadata } from './address-facts.ts'
import type { VisitedPage, VisitedRecord } from './visited-page.ts'

/** What the visits screen tells of a record, or undefined when there is none. */
export type DescribeRecord = (record: VisitedRecord) => Promise<VisitMetadata | undefined>

/** What the visits screen tells of each visited record, by its id; records that do not exist are missing. */
export async function recordMetadata(
  describe: DescribeRecord,
  visits: readonly Pick<VisitedPage, 'record'>[],
): Promise<Map<string, VisitMetadata>> {
  const known = new Map<string, VisitMetadata>()
  const asked = new Set<string>()
  for (const { record } of visits) {
    if (record === undefined || asked.has(record.id)) continue
    asked.add(record.id)
    const metadata = await describe(record)
    if (metadata !== undefined) known.set(record.id, metadata)
  }
  return known
}
