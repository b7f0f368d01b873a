import { AppError } from '#contract/errors.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { fileRules, kindOfType } from '#contract/resources/file.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { wantFirstPages } from './first-pages.job.ts'
import * as repository from './files.repository.ts'
import type { FileUse } from './files.types.ts'
import { isOurAddress } from './our-addresses.ts'

const missingFile = 'أحد الملفات غير موجود على الخادم. ارفعه مرة أخرى.'

interface OwnUse extends FileUse {
  sha256: string
}

/** Those uses that name a file of this server. */
export function ourUses(uses: readonly FileUse[], siteUrl: string | undefined): OwnUse[] {
  return uses.flatMap(use => {
    const sha256 = use.address === null ? undefined : sha256OfFileAddress(use.address)
    const isOurs = sha256 !== undefined && use.address !== null && isOurAddress(use.address, siteUrl)
    return isOurs ? { ...use, sha256 } : []
  })
}

/**
 * Makes these files the only ones that a record uses. Files that the record had already stay unquestioned.
 * Errors: `invalid_fields` when one does not exist, or is not of the kind that its field takes. Source: F2.1, F3.2.
 */
export async function replaceUses(
  transaction: Transaction,
  entity: string,
  recordId: string,
  uses: readonly OwnUse[],
): Promise<void> {
  const wanted = new Set(uses.map(use => use.sha256))
  const before = await repository.listReferences(transaction, entity, recordId)
  const added = [...wanted].filter(sha256 => !before.includes(sha256)).sort()
  const files = await repository.insertReferences(transaction, entity, recordId, added)
  if (files.size < added.length) {
    throw new AppError('invalid_fields', { message: missingFile, errors: [missingFile] })
  }
  const wrong = uses.filter(({ sha256, kind }) => {
    const type = files.get(sha256)?.type
    return type !== undefined && kindOfType(type) !== kind
  })
  if (wrong.length > 0) {
    const fields = Object.fromEntries(wrong.map(({ field, kind }) => [field, fileRules[kind].wrongType]))
    throw new AppError('invalid_fields', { fields })
  }
  for (const [sha256, { name, type }] of files) {
    if (kindOfType(type) === 'pdf') await wantFirstPages(transaction, { sha256, name, entity, recordId })
  }
  const removed = before.filter(sha256 => !wanted.has(sha256)).sort()
  await repository.removeReferences(transaction, entity, recordId, removed)
}

/**
 * Makes these contents the only ones that `holderId` holds as `entity`.
 * Errors: `file_not_found` when one is not stored any more.
 */
export async function holdContents(
  transaction: Transaction,
  entity: string,
  holderId: string,
  sha256s: readonly string[],
): Promise<void> {
  const wanted = new Set(sha256s)
  const before = new Set(await repository.listReferences(transaction, entity, holderId))
  for (const added of batches([...wanted].filter(sha256 => !before.has(sha256)).sort())) {
    const files = await repository.insertReferences(transaction, entity, holderId, added)
    if (files.size < added.length) throw new AppError('file_not_found')
  }
  for (const removed of batches([...before].filter(sha256 => !wanted.has(sha256)).sort())) {
    await repository.removeReferences(transaction, entity, holderId, removed)
  }
}

const batchSize = 1000

function* batches(sha256s: readonly string[]): Iterable<string[]> {
  for (let at = 0; at < sha256s.length; at += batchSize) yield sha256s.slice(at, at + batchSize)
}
