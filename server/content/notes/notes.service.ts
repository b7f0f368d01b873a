import { limits } from '#contract/limits.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import type { CountedList, SchoolCount, SchoolListQuery } from '#contract/school-lists.ts'
import { countOf } from '#contract/school-lists.ts'
import { kinds } from '#contract/kinds.ts'
import type { Note, NoteInput, NoteListQuery, StaffNote } from '#contract/resources/note.ts'
import type { ContentDependencies } from '#server/content/record/content-kind.ts'
import type { Relation } from '#server/content/record/related.ts'
import { countRowsBySchool } from '#server/base/row-counts.ts'
import { recordService } from '#server/content/record/record-service.ts'
import { keptCounts, keptTotals } from '#server/content/record/kept-counts.ts'
import { listMatches, type StateFilter } from '#server/content/record/visibility.ts'
import { noteSnapshotSchema, presentNote } from './notes.presenter.ts'
import * as repository from './notes.repository.ts'
import type { NoteRow } from './notes.repository.ts'
import { noteDocument, noteSearchTexts } from './notes.search.ts'
import { listNoteWarnings } from './notes.warnings.ts'
import { createTeachers } from './teachers.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'

export type NotesService = ReturnType<typeof createNotesService>

/** Everything that can be done with notes. Errors: `note_not_found`, and those of `recordService`. */
export function createNotesService({ files, search, writing, withDeadLinks }: ContentDependencies) {
  const db = writing.database.kysely

  async function present(rows: readonly NoteRow[]): Promise<Note[]> {
    const facts = await files.factsOf(rows.flatMap(row => [row.directLink ?? [], row.image ?? []].flat()))
    return withDeadLinks(rows.map(row => presentNote(row, facts)))
  }

  const withTexts = (row: NoteRow) => ({ ...row, ...noteSearchTexts(row) })

  const record = recordService<NoteRow, NoteRow, NoteInput, Note>(writing, {
    entity: kinds.note.entity,
    tag: 'notes',
    notFound: 'note_not_found',
    sentences: {
      added: ({ title }) => `أُضيفت الملزمة «${title}»`,
      changed: ({ title }) => `عُدّلت الملزمة «${title}»`,
      deleted: ({ title }) => `حُذفت الملزمة «${title}»`,
      restored: ({ title }) => `استُعيدت الملزمة «${title}» بعد حذفها`,
    },
    nameOf: ({ title }) => title,
    store: {
      find: repository.findNote,
      lock: repository.lockNotes,
      insert: (transaction, rows) => repository.insertNotes(transaction, rows.map(withTexts)),
      replace: (transaction, rows) => repository.replaceNotes(transaction, rows.map(withTexts)),
      remove: repository.removeNotes,
    },
    valuesOf: input => ({
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
    }),
    snapshotSchema: noteSnapshotSchema,
    filesOf: row => [
      { field: 'image', kind: 'image', address: row.image },
      { field: 'directLink', kind: 'pdf', address: row.directLink },
    ],
    documentOf: noteDocument,
    present,
    presentStale: row => presentNote(row, new Map()),
  })

  const counts = keptCounts<SchoolCount>(writing.changes, 'notes', () => countRowsBySchool(db, 'notes'))

  const totals = keptTotals(db, writing.changes, 'notes')

  return {
    ...record,

    /** How many published ones there are of each grade, branch and subject. */
    counts,

    /** A page of the site's list, with the counts that its filters show. */
    async listOfSchool(query: SchoolListQuery): Promise<CountedList<Note, SchoolCount>> {
      const matches = await listMatches(search, 'note', query.search, 'published')
      const [found, rows] = await Promise.all([
        query.search ? repository.countFoundNotes(db, query.search, matches) : counts(),
        repository.listNotesOfSchool(db, query, matches),
      ])
      return { items: await present(rows), total: countOf(found, query), counts: found }
    },

    teachers: createTeachers(db, present),

    /** What to look at before a save; `except` names the records that do not count. */
    listWarnings(
      input: Unsaved<NoteInput>,
      except: readonly string[],
      patience?: AbortSignal,
    ): Promise<Warning[]> {
      return listNoteWarnings(db, files.likeness, input, except, patience)
    },

    async list(
      query: NoteListQuery & ListOrder,
      state: StateFilter = 'published',
    ): Promise<ListPage<StaffNote>> {
      const matches = await listMatches(search, 'note', query.search, state)
      const { items, total } = await repository.listNotes(db, query, matches, state, totals(query, state))
      return { items: await record.present(items), total }
    },

    async latest(limit: number): Promise<Note[]> {
      return present(await repository.listLatestNotes(db, limit))
    },

    /** The same grade and subject first, then the same grade, then the same subject in the grades beside it. */
    async related(note: Relation, limit: number = limits.relatedNotes): Promise<Note[]> {
      return present(await repository.listRelatedNotes(db, note, limit))
    },
  }
}
