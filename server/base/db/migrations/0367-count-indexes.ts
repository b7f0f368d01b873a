import { type Kysely, sql } from 'kysely'

/* What a record lacks, as the lists and counts of staff ask for it. */
const lacking = [
  ['books', 'file', `direct_link is null or direct_link = ''`],
  ['notes', 'file', `direct_link is null or direct_link = ''`],
  ['results', 'file', `direct_link is null or direct_link = ''`],
  ['exams', 'file', `cardinality(files) = 0`],
  ['books', 'image', `image is null or image = ''`],
  ['notes', 'image', `image is null or image = ''`],
  ['news', 'image', `image is null or image = ''`],
] as const

const linked = ['books', 'book_versions', 'notes', 'exams', 'results'] as const

/**
 * Lets what staff should look at be counted, and the next job be found, by reading that alone: the indexes hold records
 * that lack something, damaged files, unread messages, wishes, the public sheets of each result and jobs that wait for
 * their time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, part, isLacking] of lacking) {
    await sql`
      create index ${sql.ref(`${table}_without_${part}`)} on ${sql.table(table)} (created_at desc, id desc)
        where ${sql.raw(isLacking)}`.execute(db)
  }
  /* By their hashes: an address may be too long for any other index. */
  for (const table of linked) {
    for (const column of ['google_drive_link', 'telegram_link']) {
      await sql`
        create index ${sql.ref(`${table}_${column}`)} on ${sql.table(table)} using hash (${sql.ref(column)})
          where ${sql.ref(column)} <> ''`.execute(db)
    }
  }
  await sql`create index files_damaged on files (id) where damage is not null`.execute(db)
  await sql`
    create index contact_messages_unread on contact_messages (created_at desc, id desc)
      where read_at is null and deleted_at is null`.execute(db)
  await sql`
    create index contact_messages_wishes on contact_messages (id)
      where subject = 'MISSING_CONTENT' and email = '' and deleted_at is null`.execute(db)
  await sql`create index sheets_public on sheets (result_id, file_id) where is_public`.execute(db)
  await sql`create index jobs_waiting on jobs (run_at) where state = 'waiting'`.execute(db)
}
