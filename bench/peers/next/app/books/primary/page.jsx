import { loadPage, openPool } from '../../../../books.mjs'
import { BookPage } from '../../../../page.mjs'

export const dynamic = 'force-dynamic'

const pool = openPool()

export default async function Page() {
  return <BookPage {...await loadPage(pool)} />
}
