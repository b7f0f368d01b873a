import { type Kysely, sql } from 'kysely'

/* In the order in which whoever deletes a record writes. */
const locked = ['exams', 'exam_questions'] as const

const place = sql`concat_ws(' ', stage, subject, release_year, try)`
const scope = sql`concat_ws(' ', e.stage, e.subject)`

/** Runs `run` after each kind of write of a table, which sees the rows that were written. */
async function watch(db: Kysely<unknown>, name: string, table: string, run: string): Promise<void> {
  for (const [act, rows] of [
    ['insert', 'new table as new_rows'],
    ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows'],
  ] as const)
    await sql`
      create trigger ${sql.ref(`${name}_${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
      referencing ${sql.raw(rows)} for each statement execute function ${sql.ref(run)}()`.execute(db)
}

/**
 * Keeps the published exams counted by grade, subject, year and round, and how often something changed in a grade and
 * subject of which its repeated questions are counted, beside the counts of rows and divided as those are. The names are
 * `exams.place` and `exams.changes`, the parts the codes and numbers with a space between.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: each row is either there to be counted below, or waits for the triggers. */
  for (const table of locked)
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
  await sql`
    create function add_to_kept_count(counted text, of_part text, change bigint) returns void language plpgsql as $$
    begin
      update row_counts c set count = c.count + change
      where c.id = (
        select id from row_counts where name = counted and part = of_part
        order by id limit 1 for update skip locked
      );
      if not found then
        insert into row_counts (name, part, count) values (counted, of_part, change);
      end if;
    end
    $$`.execute(db)
  await sql`
    create function count_exams_by_place() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform add_to_kept_count('exams.place', part, n) from (
          select part, sum(n) as n from (
            select ${place} as part, 1 as n from new_rows where state = 'published'
            union all select ${place}, -1 from old_rows where state = 'published'
          ) both_rows group by part having sum(n) <> 0 order by part
        ) changes;
        perform add_to_kept_count('exams.changes', part, 1) from (
          select ${scope} as part from new_rows e union select ${scope} from old_rows e order by part
        ) changes;
      elsif tg_op = 'INSERT' then
        perform add_to_kept_count('exams.place', part, n) from (
          select ${place} as part, count(*) as n from new_rows where state = 'published' group by 1 order by 1
        ) changes;
        perform add_to_kept_count('exams.changes', part, 1) from (
          select distinct ${scope} as part from new_rows e order by part
        ) changes;
      else
        perform add_to_kept_count('exams.place', part, -n) from (
          select ${place} as part, count(*) as n from old_rows where state = 'published' group by 1 order by 1
        ) changes;
        perform add_to_kept_count('exams.changes', part, 1) from (
          select distinct ${scope} as part from old_rows e order by part
        ) changes;
      end if;
      return null;
    end
    $$`.execute(db)
  /* Those of an exam that is deleted go after it: the change is that of the exam. */
  await sql`
    create function count_question_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform add_to_kept_count('exams.changes', part, 1) from (
          select distinct ${scope} as part from new_rows n join old_rows o using (id) join exams e on e.id = n.exam_id
          where n.group_key is distinct from o.group_key order by part
        ) changes;
      elsif tg_op = 'INSERT' then
        perform add_to_kept_count('exams.changes', part, 1) from (
          select distinct ${scope} as part from new_rows n join exams e on e.id = n.exam_id
          where n.group_key is not null order by part
        ) changes;
      else
        perform add_to_kept_count('exams.changes', part, 1) from (
          select distinct ${scope} as part from old_rows o join exams e on e.id = o.exam_id
          where o.group_key is not null order by part
        ) changes;
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`
    insert into row_counts (name, part, count)
    select 'exams.place', ${place}, count(*) from exams where state = 'published' group by 2
    union all select distinct 'exams.changes', ${scope}, 1 from exams e`.execute(db)
  await watch(db, 'count_exams_place', 'exams', 'count_exams_by_place')
  await watch(db, 'count_question_changes', 'exam_questions', 'count_question_changes')
}
