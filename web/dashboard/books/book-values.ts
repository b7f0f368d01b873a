import { z } from 'zod'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { bookFields, bookInputSchema, bookSchema, bookVersionSchema } from '#contract/resources/book.ts'
import type { Book, BookInput, BookVersion } from '#contract/resources/book.ts'
import type { Publication } from '#contract/resources/publication.ts'
import { api } from '#web/api-client.ts'
import { fetchFrom } from '../standard/record-kind.ts'
import type { FormValues, RecordKind } from '../standard/record-kind.ts'

interface VersionValues {
  /** Absent until the server has given one. */
  id?: string | undefined
  title: string
  releaseYear: string
  directLink: string
  googleDriveLink: string
  telegramLink: string
}

export type BookValues = FormValues<typeof bookFields, { keywords: string[]; versions: VersionValues[] }>

const blankBook: BookValues = {
  title: '',
  subject: '',
  stage: '',
  branch: '',
  releaseYear: '',
  description: '',
  image: '',
  keywords: [],
  directLink: '',
  googleDriveLink: '',
  telegramLink: '',
  versions: [],
}

export const blankVersion: VersionValues = {
  title: '',
  releaseYear: '',
  directLink: '',
  googleDriveLink: '',
  telegramLink: '',
}

function versionValuesOf(version: BookVersion): VersionValues {
  return {
    id: version.id,
    title: version.title,
    releaseYear: String(version.releaseYear),
    directLink: version.directLink ?? '',
    googleDriveLink: version.googleDriveLink ?? '',
    telegramLink: version.telegramLink ?? '',
  }
}

/** A book as its form shows it. */
function bookValuesOf(book: BookWithVersions): BookValues {
  return {
    title: book.title,
    subject: book.subject,
    stage: book.stage,
    branch: book.branch ?? '',
    releaseYear: String(book.releaseYear),
    description: book.description,
    image: book.image ?? '',
    keywords: book.keywords,
    directLink: book.directLink ?? '',
    googleDriveLink: book.googleDriveLink ?? '',
    telegramLink: book.telegramLink ?? '',
    versions: book.versions.map(versionValuesOf),
  }
}

/** The versions chosen in a conflict: one that is gone since is added again. */
function withKnownVersions(now: BookValues, chosen: BookValues): BookValues {
  const known = new Set(now.versions.map(({ id }) => id))
  const versions = chosen.versions.map(version =>
    known.has(version.id) ? version : { ...version, id: undefined },
  )
  return { ...chosen, versions }
}

const bookWithVersionsSchema = bookSchema.extend({ versions: z.array(bookVersionSchema).default([]) })
export type BookWithVersions = z.infer<typeof bookWithVersionsSchema>

async function fetchBook(id: string, signal: AbortSignal): Promise<BookWithVersions & Publication> {
  const [book, versions] = await Promise.all([
    fetchFrom<Book>(apiPaths.books)(id, signal),
    api.get<BookVersion[]>(`${apiPaths.books}/${id}/versions`, { signal, asStaff: true }),
  ])
  return { ...book, versions }
}

/** What the edit screen knows of a book; it is saved together with its versions. */
export const bookKind: RecordKind<BookWithVersions, BookValues, BookInput> = {
  drafts: 'books',
  entity: 'BOOK',
  names: bookFields,
  path: apiPaths.books,
  listAddress: dashboardPaths.books,
  schema: bookInputSchema,
  recordSchema: bookWithVersionsSchema,
  fetch: fetchBook,
  blank: blankBook,
  valuesOf: bookValuesOf,
  onTopOf: withKnownVersions,
  fileField: 'directLink',
  proposes: 'book',
}

/** A new book needs a cover. Source: S4.2. */
export const newBookKind: typeof bookKind = {
  ...bookKind,
  schema: bookInputSchema.refine(book => book.image !== undefined, {
    path: ['image'],
    error: 'الرجاء رفع صورة الغلاف',
    when: () => true,
  }),
}
