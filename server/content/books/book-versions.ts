import { AppError } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import type { BookVersionInput, ListedBookVersionInput } from '#contract/resources/book.ts'
import { newId } from '#server/base/db/id.ts'
import type { BookVersionRow } from './books.repository.ts'

function valuesOf(input: Omit<BookVersionInput, 'position' | 'version'>) {
  return {
    title: input.title,
    releaseYear: input.releaseYear,
    directLink: input.directLink ?? null,
    googleDriveLink: input.googleDriveLink ?? null,
    telegramLink: input.telegramLink ?? null,
  }
}

/** A version that no book has yet. */
export function newVersion(input: Omit<BookVersionInput, 'position' | 'version'>): BookVersionRow {
  return { ...valuesOf(input), id: newId(), createdAt: new Date() }
}

/** The list with a version at a place. Errors: `invalid_fields` when a book has as many as it may. */
export function withVersion(
  versions: readonly BookVersionRow[],
  version: BookVersionRow,
  index: number,
): BookVersionRow[] {
  if (versions.length >= limits.maxVersions) {
    throw new AppError('invalid_fields', {
      fields: { versions: `عدد الإصدارات أكبر من المسموح (${formatPlainNumber(limits.maxVersions)})` },
    })
  }
  return versions.toSpliced(index, 0, version)
}

/** The list without one version, and what it was. Errors: `book_version_not_found`. */
export function withoutVersion(
  versions: readonly BookVersionRow[],
  id: string,
): { rest: BookVersionRow[]; removed: BookVersionRow; index: number } {
  const index = versions.findIndex(version => version.id === id)
  const removed = versions[index]
  if (!removed) throw new AppError('book_version_not_found')
  return { rest: versions.toSpliced(index, 1), removed, index }
}

/**
 * A book's versions after a save that lists them: known ones changed, new ones added, the others gone, in the order of
 * the list. Without a list they stay. Errors: `book_version_not_found` for an id that the book does not have.
 */
export function versionsAfter(
  before: readonly BookVersionRow[],
  listed: readonly ListedBookVersionInput[] | undefined,
): BookVersionRow[] {
  if (!listed) return [...before]
  return listed.map(({ id, ...input }) => {
    if (id === undefined) return newVersion(input)
    const { removed } = withoutVersion(before, id)
    return { ...removed, ...valuesOf(input) }
  })
}
