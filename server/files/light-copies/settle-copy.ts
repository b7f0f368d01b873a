import type { Transaction } from '#server/base/db/types.ts'
import { holdContents } from '../file-uses.ts'
import { lightCopyHolder, putRow } from './light-copies.repository.ts'
import type { RowFacts } from './light-copies.types.ts'

/**
 * Takes down what came of a file, and holds the copy that it has now in place of an older one. The copies are locked before
 * the records that the row tells of them, as by whoever checks a copy.
 * Errors: `file_not_found` when the copy is not stored any more.
 */
export async function settleCopy(transaction: Transaction, sha256: string, facts: RowFacts): Promise<void> {
  const copies = facts.lightHash === undefined ? [] : [facts.lightHash]
  await holdContents(transaction, lightCopyHolder, sha256, copies)
  await putRow(transaction, sha256, facts)
}
