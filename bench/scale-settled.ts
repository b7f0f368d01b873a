import { sql } from 'kysely'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { cutterVersion } from '#server/content/exams/questions/cut-questions.ts'
import { lightMaker } from '#server/files/light-copies/light-copies.repository.ts'
import { makerVersion } from '#server/files/likeness/likeness.types.ts'
import { sheetReader, textReader } from '#server/reading/reader-version.ts'

/**
 * Says of every file and exam that what the server does with it in the background is done, as it is after years: a server over
 * this database has nothing to do but to answer.
 */
export async function settle({ kysely }: Pick<OpenDatabase, 'kysely'>): Promise<void> {
  await sql`
    insert into exam_question_cuts (exam_id, cutter_version, files) select id, ${cutterVersion}::int, files from exams`.execute(
    kysely,
  )
  await sql`
    insert into page_text_files (file_hash, page_count, layer_pages, is_ended, reader_version)
    select id, page_count, page_count, true, ${textReader}::int from files`.execute(kysely)
  /* Each copy tells the records of its file: all of them at once are a statement, one by one are minutes. */
  await sql`alter table light_copies disable trigger user`.execute(kysely)
  await sql`
    insert into light_copies (file_hash, absence, maker_version)
    select id, 'not-lighter', ${lightMaker}::int from files`.execute(kysely)
  await sql`alter table light_copies enable trigger user`.execute(kysely)
  await sql`
    insert into picture_marks (file_hash, mark, maker_version)
    select id, ('x' || id)::bit(256), ${makerVersion}::int from files`.execute(kysely)
  /* So does each reading its sheets. */
  await sql`alter table sheet_readings disable trigger user`.execute(kysely)
  await sql`
    insert into sheet_readings (file_id, pages, readable_pages, reader)
    select distinct file_id, 3, 3, ${sheetReader}::int from sheets`.execute(kysely)
  await sql`alter table sheet_readings enable trigger user`.execute(kysely)
  await sql`update sheets set numbers = 0`.execute(kysely)
}
