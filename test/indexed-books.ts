import type { OpenDatabase } from '#server/base/db/open.ts'
import { countChanges } from '#server/search/index-changes.ts'
import type { SearchDocument } from '#server/search/search-document.ts'

/** A book as the search index takes it, with facts of its own. */
export const indexedBook = (number: number, changes: Partial<SearchDocument> = {}): SearchDocument => ({
  type: 'book',
  id: `book-${number}`,
  title: `كتاب ${number}`,
  subject: 'PHYSICS',
  stage: 'SIXTH_PREPARATORY',
  year: 2000 + number,
  keywords: [],
  body: '',
  image: null,
  createdAt: new Date('2024-09-01T00:00:00Z'),
  ...changes,
})

/** Counts all changes of the index, so many in a transaction. */
export async function countAllChanges({ kysely }: Pick<OpenDatabase, 'kysely'>, atOnce = 100): Promise<void> {
  while ((await kysely.transaction().execute(transaction => countChanges(transaction, atOnce))) !== false);
}
