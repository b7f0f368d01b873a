import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import type { CountedList, SchoolCount, SchoolListQuery } from '#contract/school-lists.ts'
import { countOf } from '#contract/school-lists.ts'
import { kinds } from '#contract/kinds.ts'
import type {
  Book,
  BookInput,
  BookListQuery,
  BookVersion,
  BookVersionInput,
  StaffBook,
} from '#contract/resources/book.ts'
import type { ContentDependencies } from '#server/content/record/content-kind.ts'
import type { Relation } from '#server/content/record/related.ts'
import { countRowsBySchool } from '#server/base/row-counts.ts'
import { recordService } from '#server/content/record/record-service.ts'
import { keptCounts, keptTotals } from '#server/content/record/kept-counts.ts'
import { listMatches, type StateFilter } from '#server/content/record/visibility.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { newVersion, versionsAfter, withVersion, withoutVersion } from './book-versions.ts'
import { bookSnapshotSchema, presentBook, presentBookVersion } from './books.presenter.ts'
import * as repository from './books.repository.ts'
import type { BookRow, BookState, BookVersionRow } from './books.repository.ts'
import { bookDocument, bookSearchText } from './books.search.ts'
import { listBookWarnings } from './books.warnings.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'

export type BooksService = ReturnType<typeof createBooksService>

/** A version as it was saved, and the version that its book has since. */
interface SavedBookVersion {
  data: BookVersion
  bookVersion: number
}

/** Everything that can be done with books. Errors: `book_not_found`, and those of `recordService`. */
export function createBooksService({ files, search, writing, withDeadLinks }: ContentDependencies) {
  const db = writing.database.kysely

  async function present(rows: readonly BookRow[]): Promise<Book[]> {
    const facts = await files.factsOf(rows.flatMap(row => [row.directLink ?? [], row.image ?? []].flat()))
    return withDeadLinks(rows.map(row => presentBook(row, facts)))
  }

  async function presentVersions(rows: readonly BookVersionRow[]): Promise<BookVersion[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.directLink ?? []))
    return withDeadLinks(rows.map(row => presentBookVersion(row, facts)))
  }

  const withText = (state: BookState) => ({ ...state, searchText: bookSearchText(state) })

  const record = recordService<BookRow, BookState, BookInput, Book>(writing, {
    entity: kinds.book.entity,
    tag: 'books',
    notFound: 'book_not_found',
    sentences: {
      added: ({ title }) => `أُضيف الكتاب «${title}»`,
      changed: ({ title }) => `عُدّل الكتاب «${title}»`,
      deleted: ({ title }) => `حُذف الكتاب «${title}»`,
      restored: ({ title }) => `استُعيد الكتاب «${title}» بعد حذفه`,
    },
    nameOf: ({ title }) => title,
    store: {
      find: repository.findBook,
      lock: repository.lockBooks,
      insert: (transaction, states) => repository.insertBooks(transaction, states.map(withText)),
      replace: (transaction, states) => repository.replaceBooks(transaction, states.map(withText)),
      remove: repository.removeBooks,
    },
    valuesOf: (input, before) => ({
      title: input.title,
      subject: input.subject,
      stage: input.stage,
      branch: input.branch ?? null,
      releaseYear: input.releaseYear,
      description: input.description,
      image: input.image ?? null,
      keywords: input.keywords,
      directLink: input.directLink,
      googleDriveLink: input.googleDriveLink ?? null,
      telegramLink: input.telegramLink ?? null,
      versions: versionsAfter(before?.versions ?? [], input.versions),
    }),
    snapshotSchema: bookSnapshotSchema,
    filesOf: ({ image, directLink, versions }) => [
      { field: 'image', kind: 'image', address: image },
      { field: 'directLink', kind: 'pdf', address: directLink },
      ...versions.map((version, index) => ({
        field: `versions.${index}.directLink`,
        kind: 'pdf' as const,
        address: version.directLink,
      })),
    ],
    documentOf: bookDocument,
    present,
    presentStale(state) {
      const facts = new Map()
      return {
        ...presentBook(state, facts),
        versions: state.versions.map(version => presentBookVersion(version, facts)),
      }
    },
  })

  /** Changes the versions of a book and nothing else of it. `base` is the book's version, if it is to be checked. */
  function changeVersions(
    bookId: string,
    base: number | undefined,
    actor: Actor,
    sentence: string,
    change: (versions: readonly BookVersionRow[]) => BookVersionRow[],
  ): Promise<BookState> {
    return record.change(bookId, {
      actor,
      base,
      describe: ({ title }) => `${sentence} «${title}»`,
      next: before => ({ ...before, versions: change(before.versions) }),
    })
  }

  async function presentSaved({ versions, version }: BookState, id: string): Promise<SavedBookVersion> {
    const [data] = await presentVersions(versions.filter(row => row.id === id))
    if (!data) throw new AppError('book_version_not_found')
    return { data, bookVersion: version }
  }

  const counts = keptCounts<SchoolCount>(writing.changes, 'books', () => countRowsBySchool(db, 'books'))

  const totals = keptTotals(db, writing.changes, 'books')

  return {
    ...record,

    /** How many published ones there are of each grade, branch and subject. */
    counts,

    /** A page of the site's list, with the counts that its filters show. */
    async listOfSchool(query: SchoolListQuery): Promise<CountedList<Book, SchoolCount>> {
      const matches = await listMatches(search, 'book', query.search, 'published')
      const [found, rows] = await Promise.all([
        query.search ? repository.countFoundBooks(db, query.search, matches) : counts(),
        repository.listBooksOfSchool(db, query, matches),
      ])
      return { items: await present(rows), total: countOf(found, query), counts: found }
    },

    /** What to look at before a save; `except` names the records that do not count. */
    listWarnings(
      input: Unsaved<BookInput>,
      except: readonly string[],
      patience?: AbortSignal,
    ): Promise<Warning[]> {
      return listBookWarnings(db, files.likeness, input, except, patience)
    },

    async list(
      query: BookListQuery & ListOrder,
      state: StateFilter = 'published',
    ): Promise<ListPage<StaffBook>> {
      const matches = await listMatches(search, 'book', query.search, state)
      const { items, total } = await repository.listBooks(db, query, matches, state, totals(query, state))
      return { items: await record.present(items), total }
    },

    async latest(limit: number): Promise<Book[]> {
      return present(await repository.listLatestBooks(db, limit))
    },

    /** The same grade and subject first, then the same grade, then the same subject in the grades beside it. */
    async related(book: Relation, limit: number = limits.relatedBooks): Promise<Book[]> {
      return present(await repository.listRelatedBooks(db, book, limit))
    },

    /** As `preview`, with the versions that the form names. */
    async previewWithVersions(
      input: BookInput,
      id?: string,
    ): Promise<{ item: StaffBook; versions: BookVersion[] }> {
      const { item, state } = await record.preview(input, id)
      return { item, versions: await presentVersions(state.versions) }
    },

    async listVersions(bookId: string, state: StateFilter = 'published'): Promise<BookVersion[]> {
      if (!(await repository.findBook(db, bookId, state))) throw new AppError('book_not_found')
      return presentVersions(await repository.listBookVersions(db, bookId))
    },

    async createVersion(bookId: string, input: BookVersionInput, actor: Actor): Promise<SavedBookVersion> {
      const version = newVersion(input)
      const state = await changeVersions(bookId, input.version, actor, 'أُضيف إصدار إلى الكتاب', versions =>
        withVersion(versions, version, input.position ?? versions.length),
      )
      return presentSaved(state, version.id)
    },

    async updateVersion(
      bookId: string,
      versionId: string,
      input: BookVersionInput,
      actor: Actor,
    ): Promise<SavedBookVersion> {
      const state = await changeVersions(bookId, input.version, actor, 'عُدّل إصدار من الكتاب', versions => {
        const { rest, removed, index } = withoutVersion(versions, versionId)
        const changed = { ...newVersion(input), id: removed.id, createdAt: removed.createdAt }
        return withVersion(rest, changed, input.position ?? index)
      })
      return presentSaved(state, versionId)
    },

    /** `base` is the book's version that the deletion was based on; absent means "no check". */
    async deleteVersion(
      bookId: string,
      versionId: string,
      base: number | undefined,
      actor: Actor,
    ): Promise<{ data: { id: string }; bookVersion: number }> {
      const state = await changeVersions(
        bookId,
        base,
        actor,
        'حُذف إصدار من الكتاب',
        versions => withoutVersion(versions, versionId).rest,
      )
      return { data: { id: versionId }, bookVersion: state.version }
    },
  }
}
