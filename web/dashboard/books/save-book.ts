import { apiPaths } from '#contract/paths.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import { api } from '#web/api-client.ts'
import type { BookOutput, VersionOutput } from './book-values.ts'

interface RecordAnswer<Item> {
  data: Item
}

interface VersionRemoval {
  bookVersion: number
}

interface SavedVersion extends RecordAnswer<BookVersion>, VersionRemoval {}

function withoutVersions({ versions: _versions, ...book }: BookOutput) {
  return book
}

/** Creates the book itself; `key` is the same for every try. Errors: ApiError. */
export async function addBook(output: BookOutput, key: string): Promise<Book> {
  const { data } = await api.post<RecordAnswer<Book>>(apiPaths.books, withoutVersions(output), { key })
  return data
}

/** Replaces the book itself. Errors: ApiError, `stale_version` among them. */
export async function saveBook(output: BookOutput, id: string, version: number | undefined): Promise<Book> {
  const body = { ...withoutVersions(output), version }
  const { data } = await api.put<RecordAnswer<Book>>(`${apiPaths.books}/${id}`, body)
  return data
}

function isSame(known: BookVersion, wanted: VersionOutput): boolean {
  return (
    known.title === wanted.title &&
    known.releaseYear === wanted.releaseYear &&
    (known.directLink ?? undefined) === wanted.directLink &&
    (known.googleDriveLink ?? undefined) === wanted.googleDriveLink &&
    (known.telegramLink ?? undefined) === wanted.telegramLink
  )
}

interface SaveVersionsSteps {
  /** A version of the form is on the server now. */
  onSaved: (index: number, versionId: string) => void
  /** The book's version after each write: the next write goes on from it. */
  onBookVersion: (version: number) => void
}

/**
 * Makes the book's versions those of the form, in its order, with as few calls as that takes.
 * Tells of each step, so that a cut line leaves the form knowing what the server has.
 * Errors: ApiError; `stale_version` when somebody else changes the book between two of the calls.
 */
export async function saveVersions(
  book: Pick<Book, 'id' | 'version'>,
  wanted: VersionOutput[],
  { onSaved, onBookVersion }: SaveVersionsSteps,
): Promise<void> {
  const path = `${apiPaths.books}/${book.id}/versions`
  let { version } = book
  const goOnFrom = ({ bookVersion }: { bookVersion: number }) => {
    version = bookVersion
    onBookVersion(bookVersion)
  }
  const known = await api.get<BookVersion[]>(path)
  const wantedIds = new Set(wanted.map(({ versionId }) => versionId))
  for (const { id } of known) {
    if (!wantedIds.has(id))
      goOnFrom(await api.delete<VersionRemoval>(`${path}/${id}`, { query: { version } }))
  }
  const order = known.filter(({ id }) => wantedIds.has(id)).map(({ id }) => id)

  for (const [position, { versionId, ...input }] of wanted.entries()) {
    const before = known.find(({ id }) => id === versionId)
    if (!before || !versionId) {
      const answer = await api.post<SavedVersion>(path, { ...input, position, version })
      order.splice(position, 0, answer.data.id)
      onSaved(position, answer.data.id)
      goOnFrom(answer)
    } else if (order[position] !== versionId || !isSame(before, input)) {
      goOnFrom(await api.put<SavedVersion>(`${path}/${versionId}`, { ...input, position, version }))
      order.splice(order.indexOf(versionId), 1)
      order.splice(position, 0, versionId)
    }
  }
}
