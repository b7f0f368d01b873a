import { type Kysely, sql } from 'kysely'

/** The tables of the kinds of record, by what the log calls them. */
const tables = [
  ['BOOK', 'books'],
  ['MALAZIMA', 'notes'],
  ['MINISTERIAL_EXAM', 'exams'],
  ['RESULT', 'results'],
  ['NEWS', 'news'],
] as const

/**
 * Makes the trash, and puts there what was deleted in the last thirty days, with those of its files that are still
 * stored: a file is named by its hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trash (
      entity text not null,
      record_id text collate "C" not null,
      name text not null,
      data jsonb not null,
      deleted_by text,
      deleted_at timestamptz not null default now(),
      primary key (entity, record_id)
    )`.execute(db)
  await sql`create index trash_deleted_at on trash (deleted_at desc, record_id)`.execute(db)
  for (const [entity, table] of tables) {
    await sql`
      insert into trash (entity, record_id, name, data, deleted_by, deleted_at)
      select distinct on (entity_id) entity, entity_id,
        coalesce(old_data->>'title', concat_ws(' · ', old_data->>'city', old_data->>'releaseYear')),
        old_data, nullif(actor_email, 'rafid'), created_at
      from audit_entries e
      where entity = ${entity} and action = 'DELETE' and old_data is not null
        and created_at > now() - interval '30 days'
        and not exists (select from ${sql.table(table)} t where t.id = e.entity_id)
      order by entity_id, created_at desc`.execute(db)
  }
  await sql`
    insert into file_references (file_id, entity, record_id)
    select distinct f.id, t.entity, t.record_id
    from trash t
    cross join lateral regexp_matches(t.data::text, '[0-9a-f]{64}', 'g') as named(hash)
    join files f on f.id = named.hash[1]
    on conflict do nothing`.execute(db)
  await sql`
    update files set unreferenced_since = null
    where unreferenced_since is not null
      and exists (select from file_references r where r.file_id = files.id)`.execute(db)
}
