import { sql } from 'kysely'
import type { DashboardStats, Attention } from '#contract/resources/dashboard-stats.ts'
import { isBlank, isEmptyArray } from '#server/base/db/blank.ts'
import { usesDamagedFile } from '#server/files/damaged.ts'
import type { Queryable } from '#server/base/db/types.ts'

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

interface AttentionRow {
  unfinishedUploads: number
  failedUploads: number
  unreadMessages: number
  booksWithoutFile: number
  notesWithoutFile: number
  resultsWithoutFile: number
  examsWithoutFile: number
  newsWithoutImage: number
  booksWithoutImage: number
  notesWithoutImage: number
  booksDamaged: number
  notesDamaged: number
  resultsDamaged: number
  examsDamaged: number
  newsDamaged: number
}

/** What staff should look at, in one statement. */
export async function countAttention(database: Queryable, now: Date): Promise<Attention> {
  const { rows } = await sql<AttentionRow>`
    select
      (select count(*) from uploads where file_id is null and expires_at > ${now}) as unfinished_uploads,
      (select count(*) from uploads where file_id is null and expires_at <= ${now}) as failed_uploads,
      (select count(*) from contact_messages where read_at is null and deleted_at is null) as unread_messages,
      (select count(*) from books where ${isBlank('direct_link')}) as books_without_file,
      (select count(*) from notes where ${isBlank('direct_link')}) as notes_without_file,
      (select count(*) from results where ${isBlank('direct_link')}) as results_without_file,
      (select count(*) from exams where ${isEmptyArray('files')}) as exams_without_file,
      (select count(*) from news where ${isBlank('image')}) as news_without_image,
      (select count(*) from books where ${isBlank('image')}) as books_without_image,
      (select count(*) from notes where ${isBlank('image')}) as notes_without_image,
      (select count(*) from books where ${usesDamagedFile('BOOK', 'books')}) as books_damaged,
      (select count(*) from notes where ${usesDamagedFile('MALAZIMA', 'notes')}) as notes_damaged,
      (select count(*) from results where ${usesDamagedFile('RESULT', 'results')}) as results_damaged,
      (select count(*) from exams where ${usesDamagedFile('MINISTERIAL_EXAM', 'exams')}) as exams_damaged,
      (select count(*) from news where ${usesDamagedFile('NEWS', 'news')}) as news_damaged`.execute(database)
  const [counts] = rows
  if (counts === undefined) throw new Error('A select of counts gave no row.')
  return {
    unfinishedUploads: counts.unfinishedUploads,
    failedUploads: counts.failedUploads,
    unreadMessages: counts.unreadMessages,
    withoutFile: {
      books: counts.booksWithoutFile,
      malazimas: counts.notesWithoutFile,
      results: counts.resultsWithoutFile,
      ministerials: counts.examsWithoutFile,
    },
    withoutImage: {
      news: counts.newsWithoutImage,
      books: counts.booksWithoutImage,
      malazimas: counts.notesWithoutImage,
    },
    damaged: {
      books: counts.booksDamaged,
      malazimas: counts.notesDamaged,
      results: counts.resultsDamaged,
      ministerials: counts.examsDamaged,
      news: counts.newsDamaged,
    },
  }
}
