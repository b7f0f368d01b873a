import { type Kysely, sql } from 'kysely'
import { wordsWithin } from '#contract/arabic/words-within.ts'
import { limits } from '#contract/limits.ts'

interface Entry {
  id: string
  description: string
  actor_email: string | null
  old_data: unknown
  new_data: unknown
}

const entriesAtOnce = 500

/**
 * Gives every entry of the audit log its folded words, and an index of them.
 * What is wide lies beside the rows, so that counting the entries that hold a word reads few pages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entries set (toast_tuple_target = 256)`.execute(db)
  await sql`alter table audit_entries add column words tsvector not null default ''`.execute(db)
  let last = ''
  for (;;) {
    const { rows } = await sql<Entry>`
      select id, description, actor_email, old_data, new_data from audit_entries
        where id > ${last} order by id limit ${entriesAtOnce}`.execute(db)
    const found = rows.map(row => ({
      id: row.id,
      words: wordsWithin(
        [row.description, row.actor_email, row.old_data, row.new_data],
        limits.maxAuditWords,
      ),
    }))
    await sql`
      update audit_entries e set words = array_to_tsvector(array(select jsonb_array_elements_text(f.words)))
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (id text, words jsonb)
        where e.id = f.id collate "C"`.execute(db)
    const next = rows.at(-1)?.id
    if (next === undefined || rows.length < entriesAtOnce) break
    last = next
  }
  await sql`create index audit_entries_words on audit_entries using gin (words) with (fastupdate = off)`.execute(
    db,
  )
  await sql`
    create index audit_entries_ip_address on audit_entries (ip_address text_pattern_ops)
      where ip_address is not null`.execute(db)
}
