import { loadPage, openPool } from '../../books.mjs'
import { BookPage } from '../../page.mjs'

const pool = openPool()

export const loader = () => loadPage(pool)

export default function Page({ loaderData }) {
  return <BookPage {...loaderData} />
}
