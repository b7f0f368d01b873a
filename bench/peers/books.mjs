import pg from 'pg'

const perPage = 10
const columns = `id, title, subject, stage, branch, release_year as "releaseYear", description, image, keywords,
  telegram_link as "telegramLink", google_drive_link as "googleDriveLink", direct_link as "directLink",
  created_at as "createdAt", updated_at as "updatedAt"`

/** The lines to the database that the address in DATABASE_URL names. */
export const openPool = () => new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

/** The newest published books. */
export async function newestBooks(pool, limit) {
  const text = `select ${columns} from books where state = 'published' order by created_at desc, id desc limit $1`
  return (await pool.query({ name: 'newest', text, values: [limit] })).rows
}

/** How many books are published. */
export async function countBooks(pool) {
  const text = `select count(*)::int as total from books where state = 'published'`
  return (await pool.query({ name: 'count', text })).rows[0].total
}

/** What the page of primary school shows of the database. */
export async function loadPage(pool) {
  const where = `state = 'published' and stage like '%\\_PRIMARY'`
  const rows = {
    name: 'page',
    text: `select ${columns} from books where ${where} order by stage, subject, created_at desc, id desc limit ${perPage}`,
  }
  const counts = {
    name: 'counts',
    text: `select stage, subject, count(*)::int as count from books where ${where} group by stage, subject`,
  }
  const [page, counted] = await Promise.all([pool.query(rows), pool.query(counts)])
  return { books: page.rows, counts: counted.rows }
}
