import { sql } from 'kysely'
import type { DashboardStats, Attention } from '#contract/resources/dashboard-stats.ts'
import type { Queryable } from '#server/db/types.ts'

/** The counts of the four kinds of content that the overview shows, in one statement. */
export async function countContent(database: Queryable): Promise<DashboardStats> {
  const { rows } = await sql<DashboardStats>`
    select
      (select count(*) from news) as news_count,
      (select count(*) from notes) as malazimas_count,
      (select count(*) from books) as books_count,
      (select count(*) from exams) as ministerials_count`.execute(database)
  const [counts] = rows
  if (counts === undefined) throw new Error('A select of counts gave no row.')
  return counts
}

/** What staff should look at, in one statement. */
export async function countAttention(database: Queryable, now: Date): Promise<Attention> {
  const { rows } = await sql<Attention>`
    select
      (select count(*) from uploads where file_id is null and expires_at > ${now}) as unfinished_uploads,
      (select count(*) from uploads where file_id is null and expires_at <= ${now}) as failed_uploads,
      (select count(*) from contact_messages where read_at is null and deleted_at is null) as unread_messages,
      (select count(*) from books where ${isBlank('direct_link')})
        + (select count(*) from notes where ${isBlank('direct_link')})
        + (select count(*) from results where ${isBlank('direct_link')})
        + (select count(*) from exams where cardinality(files) = 0) as records_without_file,
      (select count(*) from books where ${isBlank('image')})
        + (select count(*) from notes where ${isBlank('image')})
        + (select count(*) from news where ${isBlank('image')}) as records_without_cover`.execute(database)
  const [counts] = rows
  if (counts === undefined) throw new Error('A select of counts gave no row.')
  return counts
}

function isBlank(column: string) {
  return sql`(${sql.ref(column)} is null or ${sql.ref(column)} = '')`
}
