import { AppError } from '#contract/errors.ts'
import { formatCount, formatFileSize } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import type {
  FormDraft,
  FormDraftContent,
  FormDraftInput,
  ListedFormDraft,
} from '#contract/resources/form-draft.ts'
import { day } from '#contract/units.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import * as repository from './drafts.repository.ts'
import type { FormDraftRow } from './drafts.repository.ts'

/** Who holds the contents of files that a form names. */
const holder = 'FORM_DRAFT'

/** Whose drafts they are. */
export interface DraftOwner {
  id: string
  name: string
}

interface Given {
  database: Pick<OpenDatabase, 'kysely'>
  files: Pick<FilesService, 'contentOf' | 'factsOf' | 'holdContents' | 'releaseContents'>
}

/** Every text in what a form holds, however deep it stands. */
function textsIn(content: FormDraftContent): string[] {
  const texts: string[] = []
  const waiting: unknown[] = [content.values]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) if (part !== undefined && part !== null) waiting.push(part)
  }
  return texts
}

/** Forms that somebody wants kept before they can be saved, for that person alone. Source: S5.6. */
export function createDraftsService({ database, files }: Given) {
  const db = database.kysely

  const listed = (
    {
      id,
      form,
      title,
      version,
      changedAt,
    }: Omit<FormDraftRow, 'content' | 'writer' | 'ownerId' | 'createdAt'>,
    owner: DraftOwner,
  ): ListedFormDraft => ({
    id,
    form,
    title,
    version,
    owner: owner.name,
    changedAt: changedAt.toISOString(),
    goesAt: new Date(changedAt.getTime() + limits.formDraftDays * day).toISOString(),
  })

  const whole = (row: FormDraftRow, owner: DraftOwner): FormDraft => ({
    ...listed(row, owner),
    content: JSON.parse(row.content) as FormDraftContent,
  })

  /** Holds the files that a form names, as far as they are still there: those that went are missed when it is saved. */
  async function holdFiles(transaction: Transaction, id: string, there: readonly string[]): Promise<void> {
    const contents = there.flatMap(address => files.contentOf(address) ?? [])
    await files.holdContents(transaction, holder, id, [...new Set(contents)])
  }

  async function remove(transaction: Transaction, ids: readonly string[]): Promise<void> {
    await files.releaseContents(transaction, holder, ids)
    await repository.removeDrafts(transaction, ids)
  }

  /** Errors: `stale_form_draft`, where another open form has kept it meanwhile; `form_draft_not_found`; `form_drafts_full`. */
  async function refuseWrong(
    transaction: Transaction,
    owner: DraftOwner,
    { id, version, writer }: Pick<FormDraftRow, 'id' | 'version' | 'writer'>,
  ): Promise<FormDraftRow | undefined> {
    const known = await repository.lockDraft(transaction, owner.id, id)
    if (known) {
      // The answer to its own last try may have been lost; an older one that comes late is no try any more.
      const isLost = known.writer === writer && known.version === version + 1
      if (known.version !== version && !isLost) throw new AppError('stale_form_draft')
      return known
    }
    if (version > 0 || (await repository.isTaken(transaction, id))) throw new AppError('form_draft_not_found')
    if ((await repository.countDrafts(transaction, owner.id)) >= limits.formDraftsOfPerson) {
      const count = formatCount(limits.formDraftsOfPerson, staffNouns.draft)
      throw new AppError('form_drafts_full', {
        message: `لك على الخادم ${count}، وهو الحد. احذف واحدة لا تحتاجها ثم احفظ هذه.`,
      })
    }
    return undefined
  }

  return {
    /** The drafts of one form and the forms below it, or all of them; the last kept first. */
    async list(owner: DraftOwner, form?: string): Promise<ListedFormDraft[]> {
      const rows = await repository.listDrafts(db, owner.id, form)
      return rows.map(row => listed(row, owner))
    },

    /** Errors: `form_draft_not_found`. */
    async get(owner: DraftOwner, id: string): Promise<FormDraft> {
      const row = await repository.findDraft(db, owner.id, id)
      if (!row) throw new AppError('form_draft_not_found')
      return whole(row, owner)
    },

    /**
     * Keeps a form under this id, over what the same open form has kept or what it has seen.
     * Errors: `stale_form_draft`, `form_draft_not_found`, `form_drafts_full`, `too_large`.
     */
    async keep(
      owner: DraftOwner,
      id: string,
      { form, title, content, version, writer }: FormDraftInput,
    ): Promise<ListedFormDraft> {
      const text = JSON.stringify(content)
      if (Buffer.byteLength(text) > limits.maxFormDraftBytes) {
        const most = formatFileSize(limits.maxFormDraftBytes)
        throw new AppError('too_large', {
          message: `المسودة أكبر من أن تُحفظ على الخادم (${most}). هي باقية على هذا الجهاز.`,
        })
      }
      const there = [...(await files.factsOf(textsIn(content))).keys()]
      return db.transaction().execute(async transaction => {
        await repository.lockOwner(transaction, owner.id)
        const known = await refuseWrong(transaction, owner, { id, version, writer })
        const row = {
          id,
          title,
          content: text,
          version: (known?.version ?? 0) + 1,
          writer,
          changedAt: new Date(),
        }
        if (known) await repository.replaceDraft(transaction, row)
        else await repository.insertDraft(transaction, { ...row, ownerId: owner.id, form })
        await holdFiles(transaction, id, there)
        return listed({ ...row, form: known?.form ?? form }, owner)
      })
    },

    /**
     * Throws a draft away as it was seen. Shape: what it held, so that it can be kept again.
     * Errors: `stale_form_draft`, `form_draft_not_found`.
     */
    remove(owner: DraftOwner, id: string, version: number): Promise<FormDraft> {
      return db.transaction().execute(async transaction => {
        await repository.lockOwner(transaction, owner.id)
        const row = await repository.lockDraft(transaction, owner.id, id)
        if (!row) throw new AppError('form_draft_not_found')
        if (row.version !== version) throw new AppError('stale_form_draft')
        await remove(transaction, [id])
        return whole(row, owner)
      })
    },

    /** Drops those that were last kept before a moment. Shape: how many. */
    async dropLeft(transaction: Transaction, before: Date, limit: number): Promise<number> {
      const ids = await repository.lockLeft(transaction, before, limit)
      await remove(transaction, ids)
      return ids.length
    },
  }
}

export type DraftsService = ReturnType<typeof createDraftsService>
