import { type Kysely, sql } from 'kysely'

/* The orders of codes as the lists ask for them; whoever changes one makes these indexes anew. */
const grades =
  'FIRST_PRIMARY,SECOND_PRIMARY,THIRD_PRIMARY,FOURTH_PRIMARY,FIFTH_PRIMARY,SIXTH_PRIMARY,FIRST_INTERMEDIATE,SECOND_INTERMEDIATE,THIRD_INTERMEDIATE,FOURTH_PREPARATORY,FIFTH_PREPARATORY,SIXTH_PREPARATORY'
const branches = 'SCIENTIFIC,LITERARY,VOCATIONAL'
const subjects =
  'MATH,SCIENCE,PHYSICS,CHEMISTRY,BIOLOGY,GEOLOGY,COMPUTER,ARABIC,READING,GRAMMAR,ENGLISH,FRENCH,KURDISH,ISLAMIC,ETHICS,NATIONAL_EDUCATION,SOCIAL,HISTORY,GEOGRAPHY,ECONOMICS,SOCIOLOGY,PHILOSOPHY'

const curriculum = `
  (array_position('{${grades}}'::text[], stage)), (coalesce(array_position('{${branches}}'::text[], branch), 0)),
  (array_position('{${subjects}}'::text[], subject))`

/**
 * Lets pages of the site be read in their order: books and notes by the curriculum, the exams of a grade by year and round,
 * and the searches without an answer by how often they came. Keeps published news counted by category, beside the counts
 * of rows and divided as those are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  /* Another process may be writing: each row is either there to be counted below, or waits for the triggers. */
  await sql`lock table news in share row exclusive mode`.execute(db)
  for (const table of ['books', 'notes'])
    await sql`
      create index ${sql.ref(`${table}_by_curriculum`)} on ${sql.table(table)} (${sql.raw(curriculum)}, created_at desc, id desc)
        where state = 'published'`.execute(db)
  await sql`
    create index exams_by_year_of_grade on exams (stage, release_year desc, try, id) where state = 'published'`.execute(
    db,
  )
  await sql`create index search_misses_by_count on search_misses (count desc, last_at desc)`.execute(db)
  await sql`
    create function count_news_by_category() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        perform add_to_kept_count('news.category', part, n) from (
          select type as part, count(*) as n from new_rows where state = 'published' group by 1 order by 1
        ) changes;
      end if;
      if tg_op <> 'INSERT' then
        perform add_to_kept_count('news.category', part, -n) from (
          select type as part, count(*) as n from old_rows where state = 'published' group by 1 order by 1
        ) changes;
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`
    insert into row_counts (name, part, count)
    select 'news.category', type, count(*) from news where state = 'published' group by 2`.execute(db)
  for (const [act, rows] of [
    ['insert', 'new table as new_rows'],
    ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows'],
  ] as const)
    await sql`
      create trigger ${sql.ref(`count_news_category_${act}`)} after ${sql.raw(act)} on news
      referencing ${sql.raw(rows)} for each statement execute function count_news_by_category()`.execute(db)
}
