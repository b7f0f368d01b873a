import { sql, type RawBuilder } from 'kysely'
import { cities } from '#contract/codes/cities.ts'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { kindNames, kinds } from '#contract/kinds.ts'
import type { IngestValues } from '#contract/resources/ingest.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'

const releaseYears = 6
const rounds = 2
const schoolsEach = 200
const questionsEach = 8

const saidInImport: IngestValues = {
  kind: 'book',
  title: 'كتاب الرياضيات',
  stage: 'SIXTH_PREPARATORY',
  branch: 'SCIENTIFIC',
  subject: 'MATH',
  releaseYear: 2026,
  try: null,
  teacher: '',
  city: '',
  label: '',
  about: '',
  part: '',
}

const sha256Of = (text: RawBuilder<unknown>) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** What some years of results leave: an archive and its sheets for each town, grade, year and round. */
function resultStatements(): RawBuilder<unknown>[] {
  return [
    sql`
      insert into results (id, city, stage, try, release_year, school_text, direct_link, search_text, created_at, updated_at)
      select 's' || lpad((row_number() over ())::text, 8, '0'), city, stage, round, year, '', 'https://files.example/' || year || '.zip',
        city, at, at
      from unnest(${[...cities]}::text[]) city, unnest(${[...ministerialGradeCodes]}::text[]) stage,
        generate_series(1, ${rounds}::int) round, generate_series(2027 - ${releaseYears}::int, 2026) year,
        lateral (select make_timestamptz(year, 6 + round, 1, 12, 0, 0) as at) moment`,
    sql`
      insert into sheet_archives (result_id, sha256, state, opened_at)
      select id, ${sha256Of(sql`id`)}, 'ready', created_at from results`,
    sql`
      insert into sheets (id, result_id, entry, names, kind, found_school, school, group_name, is_hidden, is_public, file_id,
        ending, size, pages, search_text)
      select r.id || '-' || n, r.id, 'ثانوية ' || n || '.pdf', '[]', 'pdf', 'ثانوية ' || n, 'ثانوية ' || n, '', false, true,
        ${sha256Of(sql`r.id || n`)}, 'pdf', 200000, 3, 'ثانويه ' || n
      from results r, generate_series(1, ${schoolsEach}::int) n`,
  ]
}

/** The files of the records, and which record uses which; every thousandth is damaged. */
function fileStatements(): RawBuilder<unknown>[] {
  return kindNames.flatMap(kind => {
    const { entity, list } = kinds[kind]
    const id = sha256Of(sql`id || '.file'`)
    return [
      sql`
        insert into files (id, size, type, name, extension, page_count, unreferenced_since, object_key, damage, checked_at, created_at)
        select ${id}, 9000000, 'application/pdf', id || '.pdf', 'pdf', 120, null, 'o' || id || ${list}::text,
          case when right(id, 3) = '500' then 'rotten' end, now(), created_at
        from ${sql.table(list)}`,
      sql`
        insert into file_references (file_id, entity, record_id)
        select ${id}, ${entity}, id from ${sql.table(list)}`,
    ]
  })
}

/** What people and the server itself leave beside records. */
function deskStatements(records: number): RawBuilder<unknown>[] {
  return [
    sql`
      insert into users (id, email, name, role, password_hash)
      select 'u' || n, 'person' || n || '@rafid.example', 'موظف ' || n, 'editor', '-' from generate_series(0, 199) n`,
    sql`
      insert into jobs (id, kind, key, title, input, state, run_at, failures, reason, created_at, finished_at)
      select 'j' || lpad(n::text, 8, '0'), 'draw-pages', 'k' || n, 'قراءة ملف ' || n, '{}',
        case when n % 3 = 0 then 'waiting' when n % 500 = 1 then 'failed' else 'done' end, now() + interval '1 day',
        case when n % 500 = 1 then 5 else 0 end, case when n % 500 = 1 then 'الملف تالف.' end,
        now() - make_interval(secs => n), case when n % 3 <> 0 then now() - make_interval(secs => n) end
      from generate_series(1, ${records}::int) n`,
    sql`
      insert into contact_messages (id, name, email, subject, message, created_at, read_at, deleted_at)
      select 'm' || lpad(n::text, 8, '0'), 'طالب ' || n, 'student' || n || '@mail.example', case when n % 5 = 0 then 'MISSING_CONTENT' else 'GENERAL' end,
        repeat('أين أجد كتاب الرياضيات؟ ', 20), now() - make_interval(mins => n), case when n > 40 then now() end,
        case when n % 4 = 0 then now() end
      from generate_series(1, 50000) n`,
    sql`
      insert into trash (entity, record_id, name, data, deleted_by, deleted_at)
      select 'BOOK', 't' || lpad(n::text, 8, '0'), 'كتاب ' || n, jsonb_build_object('title', 'كتاب ' || n), 'person1@rafid.example',
        now() - make_interval(mins => n)
      from generate_series(1, 20000) n`,
    sql`
      insert into uploads (id, user_id, name, kind, size, file_id, created_at, expires_at)
      select 'p' || lpad(n::text, 8, '0'), 'u' || n % 200, 'ملف ' || n || '.pdf', 'document', 9000000,
        case when n % 50 > 0 then (select id from files limit 1) end, now() - make_interval(mins => n), now() + interval '1 day'
      from generate_series(1, 20000) n`,
    sql`
      insert into search_misses (query, count, last_at)
      select 'بحث بلا جواب ' || n, n % 90, now() - make_interval(mins => n) from generate_series(1, 5000) n`,
    sql`
      insert into form_drafts (id, owner_id, form, title, content, version, writer, created_at, changed_at)
      select 'd' || lpad(n::text, 8, '0'), 'u' || n % 200, 'books/new', 'كتاب ' || n, repeat('{"title":""}', 100), 1, 'w', now(),
        now() - make_interval(mins => n)
      from generate_series(1, 20000) n`,
    sql`
      insert into ingests (id, created_by, created_at, changed_at)
      select 'i' || lpad(n::text, 8, '0'), 'person' || n % 200 || '@rafid.example', now() - make_interval(hours => n),
        now() - make_interval(hours => n)
      from generate_series(1, 500) n`,
    sql`
      insert into ingest_rows (id, ingest_id, place, group_key, said, doubts, is_seen, record_id, changed_at)
      select i.id || '-' || n, i.id, n, '', ${JSON.stringify(saidInImport)}::jsonb, '{}', true, case when n % 2 = 0 then 'r' || n end, i.changed_at
      from ingests i, generate_series(1, 100) n`,
    sql`
      insert into ingest_files (id, ingest_id, row_id, name, folder, size, place)
      select id || '-f', ingest_id, id, 'ملف.pdf', '', 9000000, place from ingest_rows`,
  ]
}

/** The questions of every exam, and links to copies elsewhere, of which every hundredth is dead. */
function recordStatements(): RawBuilder<unknown>[] {
  const drive = sql`'https://drive.google.com/file/d/' || id || '/view'`
  return [
    sql`
      insert into exam_questions (exam_id, label, place, page, text, is_compared, group_key)
      select e.id, 'س' || n, n - 1, 1, 'عرّف ما يأتي واذكر مثالاً على كل منها ' || n, true,
        case when n <= 3 then e.stage || e.subject || n || e.release_year % 5 end
      from exams e, generate_series(1, ${questionsEach}::int) n`,
    sql`update books set google_drive_link = ${drive} where right(id, 1) = '3'`,
    sql`
      insert into mirrors (id, address, checked_at, cause, failures, dead_since)
      select ${sha256Of(sql`google_drive_link`)}, google_drive_link, now(), case when right(id, 2) = '33' then 'gone' end,
        case when right(id, 2) = '33' then 3 else 0 end, case when right(id, 2) = '33' then now() end
      from books where google_drive_link is not null`,
  ]
}

/** Fills what stands beside the records, which are there. */
export async function fillRest({ kysely }: OpenDatabase, records: number): Promise<void> {
  const statements = [
    ...resultStatements(),
    ...fileStatements(),
    ...recordStatements(),
    ...deskStatements(records),
  ]
  for (const statement of statements) await statement.execute(kysely)
}
