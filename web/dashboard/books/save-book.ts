import { apiPaths } from '#contract/paths.ts'
import type { Book, BookVersion } from '#contract/resources/book.ts'
import { api } from '#web/api-client.ts'
import type { BookOutput, VersionOutput } from './book-values.ts'

interface RecordAnswer<Item> {
  data: Item
}

/** Creates the book itself, or replaces it when `id` is given. Errors: ApiError, `stale_version` among them. */
export async function saveBook(output: BookOutput, id?: string, version?: number): Promise<Book> {
  const { versions: _versions, ...book } = output
  const answer = id
    ? await api.put<RecordAnswer<Book>>(`${apiPaths.books}/${id}`, { ...book, version })
    : await api.post<RecordAnswer<Book>>(apiPaths.books, book)
  return answer.data
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

/**
 * Makes the book's versions those of the form, in its order, with as few calls as that takes.
 * Calls `onSaved` after each, so that a cut line leaves the form knowing what the server has.
 */
export async function saveVersions(
  bookId: string,
  wanted: VersionOutput[],
  onSaved: (index: number, versionId: string) => void = () => undefined,
): Promise<void> {
  const path = `${apiPaths.books}/${bookId}/versions`
  const known = await api.get<BookVersion[]>(path)
  const wantedIds = new Set(wanted.map(version => version.versionId))
  for (const { id } of known) if (!wantedIds.has(id)) await api.delete(`${path}/${id}`)
  const order = known.filter(({ id }) => wantedIds.has(id)).map(({ id }) => id)

  for (const [position, { versionId, ...input }] of wanted.entries()) {
    const before = known.find(({ id }) => id === versionId)
    if (!before || !versionId) {
      const { data } = await api.post<RecordAnswer<BookVersion>>(path, { ...input, position })
      order.splice(position, 0, data.id)
      onSaved(position, data.id)
    } else if (order[position] !== versionId || !isSame(before, input)) {
      await api.put(`${path}/${versionId}`, { ...input, position })
      order.splice(order.indexOf(versionId), 1)
      order.splice(position, 0, versionId)
    }
  }
}
