import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { noteCard } from '#contract/resources/note.ts'
import type { Note, NoteInput, NoteListQuery } from '#contract/resources/note.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { noteSnapshotSchema, presentNote } from './notes.presenter.ts'
import * as repository from './notes.repository.ts'
import type { NoteRow } from './notes.repository.ts'
import { noteDocument, noteSearchTexts } from './notes.search.ts'
import type { SearchService } from '#server/search/search.service.ts'
import { claimKey } from '#server/content/record/creation-keys.ts'
import type { CreationOptions } from '#server/content/record/creation-keys.ts'
import { refuseStale } from '#server/content/record/refuse-stale.ts'
import { writeAudited } from '#server/content/record/write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from '#server/content/record/write-audited.ts'

export type NotesService = ReturnType<typeof createNotesService>

interface Dependencies {
  database: OpenDatabase
  files: Pick<FilesService, 'factsOf'>
  search: Pick<SearchService, 'matchesIn'>
  writing: Writing
}

/** Everything that can be done with notes. Errors: `note_not_found`, `stale_version`, `invalid_fields`. */
export function createNotesService({ database, files, search, writing }: Dependencies) {
  const db = database.kysely

  async function present(rows: readonly NoteRow[]): Promise<Note[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.directLink ?? []))
    return rows.map(row => presentNote(row, facts))
  }

  async function presentOne(row: NoteRow): Promise<Note> {
    return presentNote(row, await files.factsOf(row.directLink ? [row.directLink] : []))
  }

  async function find(id: string): Promise<Note | undefined> {
    const row = await repository.findNote(db, id)
    return row && presentOne(row)
  }

  async function lock(transaction: AuditedTransaction, id: string): Promise<NoteRow> {
    const row = await repository.findNoteForUpdate(transaction, id)
    if (!row) throw new AppError('note_not_found')
    return row
  }

  /** The parts of a write that follow from the note as it stands after it. */
  function recordOf(row: NoteRow) {
    return {
      entity: noteCard.entity,
      entityId: row.id,
      tag: 'notes' as const,
      files: {
        recordId: row.id,
        addresses: [
          { field: 'image', kind: 'image' as const, address: row.image },
          { field: 'directLink', kind: 'pdf' as const, address: row.directLink },
        ],
      },
      search: { put: noteDocument(row) },
    }
  }

  return {
    find,

    async get(id: string): Promise<Note> {
      const note = await find(id)
      if (!note) throw new AppError('note_not_found')
      return note
    },

    async list(query: NoteListQuery): Promise<ListPage<Note>> {
      const matches = query.search ? await search.matchesIn(noteCard.type, query.search) : undefined
      const { items, total } = await repository.listNotes(db, query, matches)
      return { items: await present(items), total }
    },

    async latest(limit: number): Promise<Note[]> {
      return present(await repository.listLatestNotes(db, limit))
    },

    /** Same grade and subject first, then same subject, then latest; never the note itself. */
    async related(note: repository.NoteRelation, limit: number = limits.relatedNotes): Promise<Note[]> {
      return present(await repository.listRelatedNotes(db, note, limit))
    },

    async create(
      input: NoteInput,
      actor: Actor,
      { at = new Date(), attempt }: CreationOptions = {},
    ): Promise<Note> {
      const row: NoteRow = { ...rowValues(input), id: newId(), version: 1, createdAt: at, updatedAt: at }
      const record = await presentOne(row)
      await writeAudited(writing, actor, async transaction => {
        await claimKey(transaction, attempt, record)
        await repository.insertNote(transaction, { ...row, ...noteSearchTexts(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `أُضيفت الملزمة «${row.title}»`,
          oldData: null,
          newData: row,
        }
      })
      return record
    },

    async update(id: string, input: NoteInput, actor: Actor): Promise<Note> {
      const { result } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await refuseStale(writing, transaction, {
          actor,
          entity: noteCard.entity,
          row: before,
          base: input.version,
          current: () => presentNote(before, new Map()),
        })
        const row: NoteRow = {
          ...before,
          ...rowValues(input),
          version: before.version + 1,
          updatedAt: new Date(),
        }
        await repository.replaceNote(transaction, { ...row, ...noteSearchTexts(row) })
        return {
          ...recordOf(row),
          result: row,
          action: 'UPDATE',
          description: `عُدّلت الملزمة «${row.title}»`,
          oldData: before,
          newData: row,
        }
      })
      return presentOne(result)
    },

    async delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }> {
      const { auditId } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await repository.removeNote(transaction, id)
        return {
          result: undefined,
          action: 'DELETE',
          entity: noteCard.entity,
          entityId: id,
          description: `حُذفت الملزمة «${before.title}»`,
          oldData: before,
          newData: null,
          tag: 'notes',
          files: { recordId: id, addresses: [] },
          search: { remove: { type: noteCard.type, id } },
        } satisfies AuditedWrite<undefined>
      })
      return { id, auditId }
    },

    /** Puts a deleted note back as its audit entry holds it. Errors: `not_restorable` when it exists. */
    async restore(snapshot: unknown, actor: Actor): Promise<Note> {
      const row = noteSnapshotSchema.parse(snapshot)
      await writeAudited(writing, actor, async transaction => {
        if (await repository.findNote(transaction, row.id)) throw new AppError('not_restorable')
        await repository.insertNote(transaction, { ...row, ...noteSearchTexts(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `استُعيدت الملزمة «${row.title}» بعد حذفها`,
          oldData: null,
          newData: row,
        }
      })
      return presentOne(row)
    },
  }
}

function rowValues(input: NoteInput) {
  return {
    title: input.title,
    teacher: input.teacher,
    subject: input.subject,
    stage: input.stage,
    branch: input.branch ?? null,
    releaseYear: input.releaseYear,
    image: input.image ?? null,
    keywords: input.keywords,
    directLink: input.directLink,
    googleDriveLink: input.googleDriveLink ?? null,
    telegramLink: input.telegramLink ?? null,
  }
}
