import { z } from 'zod'
import { snapshotStamps } from '#server/content/record/snapshot.ts'
import { bookSchema, bookVersionSchema } from '#contract/resources/book.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { BookRow, BookVersionRow } from './books.repository.ts'

type FactsByAddress = ReadonlyMap<string, FileFacts>

/** A book as it leaves the server: the listed fields and nothing else. */
export function presentBook(row: BookRow, facts: FactsByAddress): Book {
  return {
    id: row.id,
    title: row.title,
    subject: row.subject,
    stage: row.stage,
    branch: row.branch,
    releaseYear: row.releaseYear,
    description: row.description,
    image: row.image,
    keywords: row.keywords,
    directLink: row.directLink,
    googleDriveLink: row.googleDriveLink,
    telegramLink: row.telegramLink,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    file: (row.directLink && facts.get(row.directLink)) || null,
    imageFile: (row.image && facts.get(row.image)) || null,
  }
}

/** A version of a book as it leaves the server. */
export function presentBookVersion(row: BookVersionRow, facts: FactsByAddress): BookVersion {
  return {
    id: row.id,
    title: row.title,
    releaseYear: row.releaseYear,
    directLink: row.directLink,
    googleDriveLink: row.googleDriveLink,
    telegramLink: row.telegramLink,
    file: (row.directLink && facts.get(row.directLink)) || null,
  }
}

/** A deleted book as its audit entry holds it. */
export const bookSnapshotSchema = bookSchema.omit({ file: true, imageFile: true }).extend({
  ...snapshotStamps,
  versions: z
    .array(bookVersionSchema.omit({ file: true }).extend({ createdAt: z.coerce.date() }))
    .default([]),
})
