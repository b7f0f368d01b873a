import { type Kysely, sql } from 'kysely'

const kept = 200

/** Counts the files of an archive that an import has not taken, and keeps the first of them alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ingest_archives add column refused_count int not null default 0`.execute(db)
  await sql`
    update ingest_archives set
      refused_count = jsonb_array_length(refused),
      refused = coalesce((
        select jsonb_agg(file order by place)
        from jsonb_array_elements(refused) with ordinality as files (file, place)
        where place <= ${sql.lit(kept)}
      ), '[]')`.execute(db)
}
