import { type Kysely, sql } from 'kysely'

/* In the order in which whoever deletes a record writes. */
const tables = [
  ['books', 'BOOK'],
  ['notes', 'MALAZIMA'],
] as const

const part = sql`
  stage || ' ' || coalesce(branch, '') || ' ' || subject || case when has_light then ' light' else '' end`

/**
 * Keeps of each book and note whether its own PDF has a sound light copy, and counts those that have one apart: a fourth word
 * in the parts of the counts by grade, branch and subject. The database itself keeps both, whichever side changes: the record's
 * address, its references, a light copy, or the damage of one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: what it writes is there to be looked at below, or waits for the triggers. */
  await sql`lock table books, notes in access exclusive mode`.execute(db)
  /* Those that later migrations of the same transaction lock: whoever writes to one of them writes which files it uses after it. */
  await sql`lock table exams, exam_questions, news in share row exclusive mode`.execute(db)
  await sql`lock table light_copies, files, file_references in share row exclusive mode`.execute(db)
  await sql`
    create function has_light_copy(of_entity text, record text, link text) returns boolean language plpgsql as $$
    begin
      return exists (
        select from file_references r
          join light_copies l on l.file_hash = r.file_id
          join files light on light.id = l.light_hash and light.damage is null
        where r.entity = of_entity and r.record_id = record and strpos(link, r.file_id) > 0
      );
    end
    $$`.execute(db)
  await sql`
    create function note_light_copy() returns trigger language plpgsql as $$
    begin
      new.has_light := has_light_copy(tg_argv[0], new.id, new.direct_link);
      return new;
    end
    $$`.execute(db)
  await countApart(db)
  for (const [table, entity] of tables) await noteOnRecords(db, table, entity)
  await renewByFiles(db)
  for (const [table, entity] of tables) {
    await sql`
      update ${sql.table(table)} set has_light = true
      where id in (
        select r.record_id from light_copies l join file_references r on r.file_id = l.file_hash and r.entity = ${entity}
      ) and has_light_copy(${entity}, id, direct_link)`.execute(db)
  }
}

async function countApart(db: Kysely<unknown>): Promise<void> {
  for (const [table] of tables)
    await sql`alter table ${sql.table(table)} add column has_light boolean not null default false`.execute(db)
  await sql`
    create or replace function count_rows_by_school() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform add_to_school_count(tg_table_name, part, n) from (
          select part, sum(n) as n from (
            select ${part} as part, 1 as n from new_rows where state = 'published'
            union all select ${part}, -1 from old_rows where state = 'published'
          ) both_rows group by part having sum(n) <> 0 order by part
        ) changes;
      else
        perform add_to_school_count(tg_table_name, part, case tg_op when 'DELETE' then -n else n end) from (
          select ${part} as part, count(*) as n from changed_rows where state = 'published' group by 1 order by 1
        ) changes;
      end if;
      return null;
    end
    $$`.execute(db)
}

async function noteOnRecords(db: Kysely<unknown>, table: string, entity: string): Promise<void> {
  const name = (what: string) => sql.ref(`${table}_${what}`)
  const note = sql`for each row`
  const act = sql`execute function note_light_copy(${sql.lit(entity)})`
  /* Of addresses elsewhere nothing is looked up. */
  await sql`
    create trigger ${name('light_insert')} before insert on ${sql.table(table)} ${note}
    when (new.direct_link like '%/files/%') ${act}`.execute(db)
  await sql`
    create trigger ${name('light_update')} before update of direct_link on ${sql.table(table)} ${note}
    when (new.direct_link is distinct from old.direct_link) ${act}`.execute(db)
  await sql`
    create function ${name('renew_light')}(ids text[]) returns void language plpgsql as $$
    declare
      untrue text[];
    begin
      select array_agg(id) into untrue from (
        select id, has_light, direct_link from ${sql.table(table)} where id = any(ids) order by id for no key update
      ) own where has_light <> has_light_copy(${sql.lit(entity)}, id, direct_link);
      if untrue is not null then
        update ${sql.table(table)} set has_light = not has_light where id = any(untrue);
      end if;
    end
    $$`.execute(db)
  await sql`
    create index ${name('light_order')} on ${sql.table(table)} (created_at desc, id desc)
      where state = 'published' and has_light`.execute(db)
  await sql`
    create index ${name('light_stage')} on ${sql.table(table)} (stage, subject, created_at desc, id desc)
      where state = 'published' and has_light`.execute(db)
}

/**
 * What files bring about. Records are locked before the file that they name, as whoever writes a record does, and after the
 * light copy itself, which whoever checks it or lets it go holds: each of two who write at once is seen by the one who comes after.
 */
async function renewByFiles(db: Kysely<unknown>): Promise<void> {
  const idsOf = (entity: string, hashes: string) => sql`
    array(select record_id from file_references where file_id = any(${sql.raw(hashes)}) and entity = ${sql.lit(entity)})`
  const renew = (hashes: string) =>
    sql.join(
      tables.map(
        ([table, entity]) => sql`perform ${sql.ref(`${table}_renew_light`)}(${idsOf(entity, hashes)});`,
      ),
      sql` `,
    )
  await sql`
    create function lock_light_users(hashes text[]) returns void language plpgsql as $$
    begin
      ${sql.join(
        tables.map(
          ([table, entity]) => sql`
            perform from ${sql.table(table)} where id = any(${idsOf(entity, 'hashes')}) order by id for no key update;`,
        ),
        sql` `,
      )}
      perform from files where id = any(hashes) order by id for key share;
    end
    $$`.execute(db)
  await sql`
    create function renew_light_users(hashes text[]) returns void language plpgsql as $$
    begin
      ${renew('hashes')}
    end
    $$`.execute(db)
  await sql`
    create function light_copy_comes() returns trigger language plpgsql as $$
    begin
      perform lock_light_users(array[new.file_hash]);
      return new;
    end
    $$`.execute(db)
  await sql`
    create function light_copy_changed() returns trigger language plpgsql as $$
    begin
      perform renew_light_users(array[coalesce(new.file_hash, old.file_hash)]);
      return null;
    end
    $$`.execute(db)
  await sql`
    create function light_file_checked() returns trigger language plpgsql as $$
    declare
      hashes text[] := array(select file_hash from light_copies where light_hash = new.id);
    begin
      perform lock_light_users(hashes);
      perform renew_light_users(hashes);
      return null;
    end
    $$`.execute(db)
  await sql`
    create function light_users_changed() returns trigger language plpgsql as $$
    begin
      ${sql.join(
        tables.map(
          ([table, entity]) => sql`
            if exists (select from changed_rows where entity = ${sql.lit(entity)}) then
              perform ${sql.ref(`${table}_renew_light`)}(
                array(select record_id from changed_rows where entity = ${sql.lit(entity)}));
            end if;`,
        ),
        sql` `,
      )}
      return null;
    end
    $$`.execute(db)
  await sql`
    create trigger light_copies_come before insert or update of light_hash on light_copies
    for each row execute function light_copy_comes()`.execute(db)
  await sql`
    create trigger light_copies_changed after insert or update of light_hash or delete on light_copies
    for each row execute function light_copy_changed()`.execute(db)
  await sql`
    create trigger files_light_checked after update of damage on files
    for each row when (new.damage is distinct from old.damage) execute function light_file_checked()`.execute(
    db,
  )
  for (const [act, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`file_references_light_${act}`)} after ${sql.raw(act)} on file_references
      referencing ${sql.raw(rows)} table as changed_rows for each statement execute function light_users_changed()`.execute(
      db,
    )
  }
}
