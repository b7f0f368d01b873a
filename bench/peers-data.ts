import { sql } from 'kysely'
import pino from 'pino'
import { branchCodes } from '#contract/codes/branches.ts'
import { gradeCodes } from '#contract/codes/grades.ts'
import { subjectsInOrder } from '#contract/codes/subject-families.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { searchSources } from '#server/content/open-content.ts'
import { startReindexing } from '#server/search/reindex.ts'

const texts = ['title', 'subject', 'stage', 'branch', 'description', 'image', 'keywords']
const links = ['telegram_link', 'google_drive_link', 'direct_link']

/** Fills an empty, migrated database with so many books, indexed for the search, and a table of the same where Payload looks for it. */
export async function fillPeers(database: OpenDatabase, books: number): Promise<void> {
  const { kysely } = database
  const endPatience = database.allowLongStatements()
  await sql`
    insert into books (id, title, subject, stage, branch, release_year, description, image, keywords, telegram_link,
      direct_link, search_text, created_at)
    select 'b' || lpad(n::text, 9, '0'), 'كتاب الرياضيات ' || n, (${subjectsInOrder}::text[])[1 + n % ${subjectsInOrder.length}::int],
      (${gradeCodes}::text[])[1 + n % ${gradeCodes.length}::int],
      case when n % 3 = 0 then (${branchCodes}::text[])[1 + n / 3 % ${branchCodes.length}::int] end, 2020 + n % 7,
      'كتاب المنهج المقرر للعام الدراسي الحالي.', 'https://files.example/' || n || '.jpg', array['رياضيات', 'كتاب'],
      'https://t.me/example/' || n, 'https://files.example/' || n || '.pdf', 'كتاب رياضيات ' || n, now() - n * interval '1 minute'
    from generate_series(1, ${books}::int) n`.execute(kysely)
  await sql`drop schema if exists payload cascade`.execute(kysely)
  await sql`create schema payload`.execute(kysely)
  const columns = [...texts, ...links].map(name => `${name} varchar`).join(', ')
  await sql`
    create table payload.books (id serial primary key, ${sql.raw(columns)}, release_year numeric,
      updated_at timestamptz(3) not null default now(), created_at timestamptz(3) not null default now())`.execute(
    kysely,
  )
  await sql`
    insert into payload.books (${sql.raw([...texts, ...links].join(', '))}, release_year, created_at)
    select ${sql.raw([...texts, ...links].join(', ').replace('keywords', `array_to_string(keywords, ' ')`))}, release_year, created_at
    from books`.execute(kysely)
  for (const column of ['created_at', 'updated_at'])
    await sql`create index on payload.books (${sql.ref(column)})`.execute(kysely)
  /* Or the server would do so beside its answers, and all while they are measured. */
  await startReindexing({ database, sources: searchSources, log: pino({ level: 'error' }) }).done
  await sql`vacuum analyze books`.execute(kysely)
  await sql`vacuum analyze payload.books`.execute(kysely)
  endPatience()
}
