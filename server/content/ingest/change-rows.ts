import type { Confidence, IngestChange, IngestValues } from '#contract/resources/ingest.ts'
import type { Transaction } from '#server/base/db/types.ts'
import * as repository from './ingest.repository.ts'
import type { IngestRowRecord } from './ingest.repository.ts'
import { findAdded, type IngestPerson } from './present-rows.ts'

/*
 * Nobody is overwritten in a row that nobody has typed into; but who says that it was looked at has seen it as it is.
 */
function isSeenAsItIs(row: IngestRowRecord, { version, isSeen }: IngestChange): boolean {
  return row.version === version || (row.changedBy === null && isSeen !== true && version < row.version)
}

/**
 * Writes what somebody typed into rows of an import that is locked.
 * Shape: the ids of the rows that were written, and of those that somebody else had changed or published meanwhile.
 */
export async function changeRows(
  transaction: Transaction,
  ingestId: string,
  changes: readonly IngestChange[],
  person: IngestPerson,
): Promise<{ written: string[]; stale: string[] }> {
  const asked = new Map(changes.map(change => [change.id, change]))
  const rows = await repository.listRows(transaction, ingestId, [...asked.keys()])
  const added = await findAdded(transaction, rows)
  const stale: string[] = []
  const written: string[] = []
  for (const row of rows) {
    const change = asked.get(row.id)
    if (!change || !isSeenAsItIs(row, change) || added.has(row.id)) {
      stale.push(row.id)
      continue
    }
    const { values = {}, isSeen = row.isSeen && change.values === undefined } = change
    const said: IngestValues = { ...row.said, ...values }
    const doubts = Object.fromEntries(
      Object.entries(row.doubts).filter(([field]) => !Object.hasOwn(values, field)),
    ) as Record<string, Confidence>
    await repository.updateRow(transaction, row.id, { said, doubts, isSeen }, person)
    written.push(row.id)
  }
  return { written, stale }
}
