import { z } from 'zod'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import {
  bookInputSchema,
  bookSchema,
  bookVersionInputSchema,
  bookVersionSchema,
} from '#contract/resources/book.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import type { CurrentValues } from '../standard/use-record-form.ts'

export interface VersionValues {
  /** Absent until the server has given one. */
  versionId?: string | undefined
  title: string
  releaseYear: string
  directLink: string
  googleDriveLink: string
  telegramLink: string
}

export interface BookValues {
  title: string
  subject: string
  stage: string
  branch: string
  releaseYear: string
  description: string
  image: string
  keywords: string[]
  directLink: string
  googleDriveLink: string
  telegramLink: string
  versions: VersionValues[]
}

export const blankBook: BookValues = {
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

export function versionValuesOf(version: BookVersion): VersionValues {
  return {
    versionId: version.id,
    title: version.title,
    releaseYear: String(version.releaseYear),
    directLink: version.directLink ?? '',
    googleDriveLink: version.googleDriveLink ?? '',
    telegramLink: version.telegramLink ?? '',
  }
}

/** A book as its form shows it; `versions` come from a call of their own. */
export function bookValuesOf(book: Book, versions: VersionValues[]): BookValues {
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
    versions,
  }
}

/** A book with its versions, as the answer to a stale write holds it. */
const currentBookSchema = bookSchema.extend({ versions: z.array(bookVersionSchema).default([]) })

/** The form's values of a book that a refused save answered with; one just added has no versions yet. */
export function currentBookValues(current: unknown): CurrentValues<BookValues> | undefined {
  const { data } = currentBookSchema.safeParse(current)
  return (
    data && {
      id: data.id,
      values: bookValuesOf(data, data.versions.map(versionValuesOf)),
      version: data.version,
    }
  )
}

const versionSchema = bookVersionInputSchema
  .omit({ position: true, version: true })
  .extend({ versionId: z.string().optional() })

/** The edit form: the contract's rules, and those of each version. */
export const editBookSchema = bookInputSchema.omit({ version: true }).extend({
  versions: z.array(versionSchema).max(limits.maxVersions, {
    error: `عدد الإصدارات أكبر من المسموح (${formatPlainNumber(limits.maxVersions)})`,
  }),
})
export type BookOutput = z.infer<typeof editBookSchema>
export type VersionOutput = BookOutput['versions'][number]

/** The add form also asks for the cover. Source: S4.2. */
export const addBookSchema = editBookSchema.refine(book => book.image !== undefined, {
  path: ['image'],
  error: 'الرجاء رفع صورة الغلاف',
  when: () => true,
})
