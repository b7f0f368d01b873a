import { AppError } from '#contract/errors.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { fileRules, kindOfType } from '#contract/resources/file.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { portions } from '#server/base/portions.ts'
import { isKindEntity, kindOfEntity } from '#contract/kinds.ts'
import { wantFirstPages } from './first-pages.job.ts'
import * as repository from './files.repository.ts'
import type { FileUse, RecordUses } from './files.types.ts'
import { wantLightCopies } from './light-copies/light-copies.jobs.ts'
import { isOurAddress } from './our-addresses.ts'
import { wantPageTexts } from './page-texts/page-texts.jobs.ts'
import { isRead } from './page-texts/page-texts.repository.ts'

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
 * Makes these files the only ones that each record uses. Files that a record had or showed already stay unquestioned:
 * those of them that exist are taken into use, the others are passed over.
 * Errors: `invalid_fields` when a new one does not exist, or is not of the kind that its field takes.
 * Source: F2.1, F3.2.
 */
export async function replaceUses(
  transaction: Transaction,
  records: readonly RecordUses<OwnUse>[],
): Promise<void> {
  const before = await repository.listReferences(
    transaction,
    records.filter(({ isNew }) => isNew !== true),
  )
  const had = new Set(before.map(keyOf))
  const shown = new Set(
    records.flatMap(record => record.before.map(({ sha256 }) => keyOf({ ...record, fileId: sha256 }))),
  )
  const wanted = new Map(
    records.flatMap(({ entity, recordId, uses }) =>
      uses.map(({ sha256 }) => {
        const reference = { entity, recordId, fileId: sha256 }
        return [keyOf(reference), reference]
      }),
    ),
  )
  const absent = [...wanted.values()].filter(reference => !had.has(keyOf(reference)))
  const removed = before.filter(reference => !wanted.has(keyOf(reference)))
  const files = await repository.lockFiles(
    transaction,
    [...absent, ...removed].map(({ fileId }) => fileId),
  )
  const added = absent.filter(({ fileId }) => files.has(fileId))
  const isNew = new Set(absent.map(keyOf).filter(key => !shown.has(key)))
  if (absent.some(reference => isNew.has(keyOf(reference)) && !files.has(reference.fileId))) {
    throw new AppError('invalid_fields', { message: missingFile, errors: [missingFile] })
  }
  const questioned = records.flatMap(({ uses, ...record }) =>
    uses.filter(({ sha256 }) => isNew.has(keyOf({ ...record, fileId: sha256 }))),
  )
  const typeOf = (sha256: string) => kindOfType(files.get(sha256)?.type ?? '')
  const wrong = questioned.filter(({ sha256, kind }) => typeOf(sha256) !== kind)
  if (wrong.length > 0) {
    const fields = Object.fromEntries(wrong.map(({ field, kind }) => [field, fileRules[kind].wrongType]))
    throw new AppError('invalid_fields', { fields })
  }
  await repository.insertReferences(transaction, added)
  await repository.removeReferences(transaction, removed)
  const documents = added.flatMap(({ fileId, ...record }) => {
    const { name = '' } = files.get(fileId) ?? {}
    return typeOf(fileId) === 'pdf' ? { ...record, sha256: fileId, name } : []
  })
  await wantFirstPages(transaction, documents)
  const read = added.flatMap(({ fileId, entity, recordId }) => {
    const { name = '', type = '' } = files.get(fileId) ?? {}
    if (!isKindEntity(entity) || !isRead(type, entity)) return []
    return { sha256: fileId, name, type, record: { kind: kindOfEntity[entity], id: recordId } }
  })
  await wantPageTexts(transaction, read)
  await wantLightCopies(transaction, read)
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
  const holder = { entity, recordId: holderId }
  const wanted = new Set(sha256s)
  const before = await repository.listReferences(transaction, [holder])
  const had = new Set(before.map(({ fileId }) => fileId))
  const added = [...wanted].filter(sha256 => !had.has(sha256)).sort()
  for (const some of portions(added, contentsAtOnce)) {
    const files = await repository.lockFiles(transaction, some)
    if (files.size < some.length) throw new AppError('file_not_found')
    await repository.insertReferences(
      transaction,
      some.map(fileId => ({ ...holder, fileId })),
    )
  }
  const removed = before.filter(({ fileId }) => !wanted.has(fileId))
  for (const some of portions(removed, contentsAtOnce)) await letGo(transaction, some)
}

/** Lets go of all contents that these hold as `entity`. */
export async function releaseContents(
  transaction: Transaction,
  entity: string,
  holderIds: readonly string[],
): Promise<void> {
  const holders = holderIds.map(recordId => ({ entity, recordId }))
  for await (const some of repository.portionsOfReferences(transaction, holders, contentsAtOnce)) {
    await letGo(transaction, some)
  }
}

async function letGo(
  transaction: Transaction,
  references: readonly repository.FileReference[],
): Promise<void> {
  await repository.lockFiles(
    transaction,
    references.map(({ fileId }) => fileId),
  )
  await repository.removeReferences(transaction, references)
}

const contentsAtOnce = 1000

function keyOf({ entity, recordId, fileId }: repository.FileReference): string {
  return `${entity}/${recordId}/${fileId}`
}
