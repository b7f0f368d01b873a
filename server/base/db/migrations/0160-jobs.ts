import { type Kysely, sql } from 'kysely'

/** Makes the table of background work: one waiting and one running job for each kind and key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id text collate "C" primary key,
      kind text collate "C" not null,
      key text collate "C" not null,
      title text not null,
      record_kind text,
      record_id text collate "C",
      input jsonb not null,
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      run_at timestamptz not null,
      priority int not null default 0,
      failures int not null default 0,
      interruptions int not null default 0,
      lease text collate "C",
      lease_ends_at timestamptz,
      is_cancel_asked boolean not null default false,
      kept_steps jsonb not null default '{}',
      progress_done int,
      progress_total int,
      reason text,
      advice text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      check ((state = 'running') = (lease is not null)),
      check ((state = 'running') = (lease_ends_at is not null))
    )`.execute(db)
  await sql`create unique index jobs_one_waiting on jobs (kind, key) where state = 'waiting'`.execute(db)
  await sql`create unique index jobs_one_running on jobs (kind, key) where state = 'running'`.execute(db)
  await sql`create index jobs_next on jobs (priority desc, run_at, id) where state = 'waiting'`.execute(db)
  await sql`create index jobs_lease on jobs (lease_ends_at) where state = 'running'`.execute(db)
  await sql`create index jobs_finished on jobs (finished_at) where finished_at is not null`.execute(db)
  await sql`create index jobs_of_key on jobs (kind, key, id)`.execute(db)
  await sql`create index jobs_of_state on jobs (state, id)`.execute(db)
}
