import { systemActor } from '#server/staff/session/actor.ts'
import type { DemoPart, DemoTools } from '../demo-part.ts'
import { demoBooks, type DemoBook } from './demo-books.ts'

export const books: DemoPart<DemoBook> = {
  list: demoBooks,

  async plan(items, tools) {
    const { services, db, draw, store } = tools
    const written = await db.selectFrom('books').select(['id', 'title']).execute()
    const versions = await db
      .selectFrom('bookVersions')
      .select(({ fn }) => ['bookId', fn.countAll<string>().as('count')])
      .groupBy('bookId')
      .execute()
    const ids = new Map(written.map(({ title, id }) => [title, id]))
    const versionCounts = new Map(versions.map(({ bookId, count }) => [bookId, Number(count)]))
    return items.flatMap(book => {
      const known = ids.get(book.input.title)
      const missing = book.versions.slice(known === undefined ? 0 : versionCounts.get(known))
      if (known !== undefined && missing.length === 0) return []
      const act = async () => {
        const id = known ?? (await createBook(book, tools))
        for (const version of missing) {
          const directLink = await store(await draw('drawBookPdf', book, version.releaseYear), 'pdf')
          await services.books.createVersion(id, { ...version, directLink }, systemActor)
        }
      }
      return [{ createdAt: book.createdAt, act }]
    })
  },
}

async function createBook(book: DemoBook, { services, draw, store }: DemoTools): Promise<string> {
  const image = await store(await draw('drawBookCover', book), 'image')
  const directLink = await store(await draw('drawBookPdf', book), 'pdf')
  const input = { ...book.input, image, directLink }
  return (await services.books.create(input, systemActor, { at: book.createdAt })).id
}
