import { AppError } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { bookCard } from '#contract/resources/book.ts'
import type {
  Book,
  BookInput,
  BookListQuery,
  BookVersion,
  BookVersionInput,
} from '#contract/resources/book.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { bookSnapshotSchema, presentBook, presentBookVersion } from './books.presenter.ts'
import * as repository from './books.repository.ts'
import type { BookRow, BookVersionRow } from './books.repository.ts'
import { bookDocument, bookSearchText } from './books.search.ts'
import type { SearchService } from '#server/search/search.service.ts'
import { claimKey } from '#server/content/record/creation-keys.ts'
import type { CreationOptions } from '#server/content/record/creation-keys.ts'
import { refuseStale } from '#server/content/record/refuse-stale.ts'
import { writeAudited } from '#server/content/record/write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from '#server/content/record/write-audited.ts'

export type BooksService = ReturnType<typeof createBooksService>

/** A version as it was saved, and the version that its book has since. */
interface SavedBookVersion {
  data: BookVersion
  bookVersion: number
}

interface Dependencies {
  database: OpenDatabase
  files: Pick<FilesService, 'factsOf'>
  search: Pick<SearchService, 'matchesIn'>
  writing: Writing
}

/** Everything that can be done with books. Errors: `book_not_found`, `stale_version`, `invalid_fields`. */
export function createBooksService({ database, files, search, writing }: Dependencies) {
  const db = database.kysely

  async function present(rows: readonly BookRow[]): Promise<Book[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.directLink ?? []))
    return rows.map(row => presentBook(row, facts))
  }

  async function presentOne(row: BookRow): Promise<Book> {
    return presentBook(row, await files.factsOf(row.directLink ? [row.directLink] : []))
  }

  async function presentVersions(rows: readonly BookVersionRow[]): Promise<BookVersion[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.directLink ?? []))
    return rows.map(row => presentBookVersion(row, facts))
  }

  async function find(id: string): Promise<Book | undefined> {
    const row = await repository.findBook(db, id)
    return row && presentOne(row)
  }

  async function get(id: string): Promise<Book> {
    const book = await find(id)
    if (!book) throw new AppError('book_not_found')
    return book
  }

  async function lock(transaction: AuditedTransaction, id: string): Promise<BookRow> {
    const row = await repository.findBookForUpdate(transaction, id)
    if (!row) throw new AppError('book_not_found')
    return row
  }

  /** Refuses a write that began from an older state of the book or of its versions. Source: A8.2. */
  function refuseStaleBook(
    transaction: AuditedTransaction,
    actor: Actor,
    row: BookRow,
    versions: readonly BookVersionRow[],
    base: number | undefined,
  ): Promise<void> {
    const facts = new Map()
    const current = () => ({
      ...presentBook(row, facts),
      versions: versions.map(version => presentBookVersion(version, facts)),
    })
    return refuseStale(writing, transaction, { actor, entity: bookCard.entity, row, base, current })
  }

  /** The parts of a write that follow from the book as it stands after it. */
  function recordOf(row: BookRow, versions: readonly BookVersionRow[]) {
    return {
      entity: bookCard.entity,
      entityId: row.id,
      tag: 'books' as const,
      files: {
        recordId: row.id,
        addresses: [
          { field: 'image', kind: 'image' as const, address: row.image },
          { field: 'directLink', kind: 'pdf' as const, address: row.directLink },
          ...versions.map(({ directLink }, index) => ({
            field: `versions.${index}.directLink`,
            kind: 'pdf' as const,
            address: directLink,
          })),
        ],
      },
      search: { put: bookDocument(row) },
    }
  }

  async function changeVersions(
    bookId: string,
    base: number | undefined,
    actor: Actor,
    describe: string,
    change: (versions: BookVersionRow[]) => BookVersionRow[],
  ): Promise<{ versions: BookVersionRow[]; bookVersion: number }> {
    const { result } = await writeAudited(writing, actor, async transaction => {
      const bookBefore = await lock(transaction, bookId)
      const before = await repository.listBookVersions(transaction, bookId)
      await refuseStaleBook(transaction, actor, bookBefore, before, base)
      const versions = change([...before]).map((version, position) => ({ ...version, position }))
      const row: BookRow = { ...bookBefore, version: bookBefore.version + 1, updatedAt: new Date() }
      await repository.replaceBook(transaction, { ...row, searchText: bookSearchText(row) })
      await repository.replaceBookVersions(transaction, bookId, versions)
      return {
        ...recordOf(row, versions),
        result: { versions, bookVersion: row.version },
        action: 'UPDATE',
        description: `${describe} «${row.title}»`,
        oldData: { ...bookBefore, versions: before },
        newData: { ...row, versions },
      }
    })
    return result
  }

  function versionIndex(versions: readonly BookVersionRow[], versionId: string): number {
    const index = versions.findIndex(version => version.id === versionId)
    if (index < 0) throw new AppError('book_version_not_found')
    return index
  }

  return {
    find,
    get,

    async list(query: BookListQuery): Promise<ListPage<Book>> {
      const matches = query.search ? await search.matchesIn(bookCard.type, query.search) : undefined
      const { items, total } = await repository.listBooks(db, query, matches)
      return { items: await present(items), total }
    },

    async latest(limit: number): Promise<Book[]> {
      return present(await repository.listLatestBooks(db, limit))
    },

    /** Same grade and subject first, then same subject, then latest; never the book itself. */
    async related(book: repository.BookRelation, limit: number = limits.relatedBooks): Promise<Book[]> {
      return present(await repository.listRelatedBooks(db, book, limit))
    },

    async create(
      input: BookInput,
      actor: Actor,
      { at = new Date(), attempt }: CreationOptions = {},
    ): Promise<Book> {
      const row: BookRow = { ...rowValues(input), id: newId(), version: 1, createdAt: at, updatedAt: at }
      const record = await presentOne(row)
      await writeAudited(writing, actor, async transaction => {
        await claimKey(transaction, attempt, record)
        await repository.insertBook(transaction, { ...row, searchText: bookSearchText(row) })
        return {
          ...recordOf(row, []),
          result: undefined,
          action: 'CREATE',
          description: `أُضيف الكتاب «${row.title}»`,
          oldData: null,
          newData: row,
        }
      })
      return record
    },

    async update(id: string, input: BookInput, actor: Actor): Promise<Book> {
      const { result } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        const versions = await repository.listBookVersions(transaction, id)
        await refuseStaleBook(transaction, actor, before, versions, input.version)
        const row: BookRow = {
          ...before,
          ...rowValues(input),
          version: before.version + 1,
          updatedAt: new Date(),
        }
        await repository.replaceBook(transaction, { ...row, searchText: bookSearchText(row) })
        return {
          ...recordOf(row, versions),
          result: row,
          action: 'UPDATE',
          description: `عُدّل الكتاب «${row.title}»`,
          oldData: before,
          newData: row,
        }
      })
      return presentOne(result)
    },

    async delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }> {
      const { auditId } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        const versions = await repository.listBookVersions(transaction, id)
        await repository.removeBook(transaction, id)
        return {
          result: undefined,
          action: 'DELETE',
          entity: bookCard.entity,
          entityId: id,
          description: `حُذف الكتاب «${before.title}»`,
          oldData: { ...before, versions },
          newData: null,
          tag: 'books',
          files: { recordId: id, addresses: [] },
          search: { remove: { type: bookCard.type, id } },
        } satisfies AuditedWrite<undefined>
      })
      return { id, auditId }
    },

    /** Puts a deleted book back as its audit entry holds it. Errors: `not_restorable` when it exists. */
    async restore(snapshot: unknown, actor: Actor): Promise<Book> {
      const { versions, ...row } = bookSnapshotSchema.parse(snapshot)
      await writeAudited(writing, actor, async transaction => {
        if (await repository.findBook(transaction, row.id)) throw new AppError('not_restorable')
        await repository.insertBook(transaction, { ...row, searchText: bookSearchText(row) })
        await repository.replaceBookVersions(transaction, row.id, versions)
        return {
          ...recordOf(row, versions),
          result: undefined,
          action: 'CREATE',
          description: `استُعيد الكتاب «${row.title}» بعد حذفه`,
          oldData: null,
          newData: { ...row, versions },
        }
      })
      return presentOne(row)
    },

    async listVersions(bookId: string): Promise<BookVersion[]> {
      if (!(await repository.findBook(db, bookId))) throw new AppError('book_not_found')
      return presentVersions(await repository.listBookVersions(db, bookId))
    },

    async createVersion(bookId: string, input: BookVersionInput, actor: Actor): Promise<SavedBookVersion> {
      const id = newId()
      const saved = await changeVersions(bookId, input.version, actor, 'أُضيف إصدار إلى الكتاب', rows => {
        if (rows.length >= limits.maxVersions) {
          throw new AppError('invalid_fields', {
            fields: { versions: `عدد الإصدارات أكبر من المسموح (${formatPlainNumber(limits.maxVersions)})` },
          })
        }
        const row = { ...versionValues(input), id, bookId, position: 0, createdAt: new Date() }
        return rows.toSpliced(input.position ?? rows.length, 0, row)
      })
      return presentSaved(saved, id)
    },

    async updateVersion(
      bookId: string,
      versionId: string,
      input: BookVersionInput,
      actor: Actor,
    ): Promise<SavedBookVersion> {
      const saved = await changeVersions(bookId, input.version, actor, 'عُدّل إصدار من الكتاب', rows => {
        const index = versionIndex(rows, versionId)
        const before = rows[index] as BookVersionRow
        const row = { ...before, ...versionValues(input) }
        return rows.toSpliced(index, 1).toSpliced(input.position ?? index, 0, row)
      })
      return presentSaved(saved, versionId)
    },

    /** `base` is the book's version that the deletion was based on; absent means "no check". */
    async deleteVersion(
      bookId: string,
      versionId: string,
      base: number | undefined,
      actor: Actor,
    ): Promise<{ data: { id: string }; bookVersion: number }> {
      const { bookVersion } = await changeVersions(bookId, base, actor, 'حُذف إصدار من الكتاب', rows =>
        rows.toSpliced(versionIndex(rows, versionId), 1),
      )
      return { data: { id: versionId }, bookVersion }
    },
  }

  async function presentSaved(
    { versions, bookVersion }: { versions: readonly BookVersionRow[]; bookVersion: number },
    id: string,
  ): Promise<SavedBookVersion> {
    const [data] = await presentVersions(versions.filter(row => row.id === id))
    if (!data) throw new AppError('book_version_not_found')
    return { data, bookVersion }
  }
}

function rowValues(input: BookInput) {
  return {
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
  }
}

function versionValues(input: BookVersionInput) {
  return {
    title: input.title,
    releaseYear: input.releaseYear,
    directLink: input.directLink ?? null,
    googleDriveLink: input.googleDriveLink ?? null,
    telegramLink: input.telegramLink ?? null,
  }
}
