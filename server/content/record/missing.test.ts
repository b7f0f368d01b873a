import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindNames, kinds, type Kind } from '#contract/kinds.ts'
import { missingParts } from '#contract/resources/missing-filter.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { isExamWithout } from '#server/content/exams/exams.repository.ts'
import { isWithout } from './missing.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

/** The indexes that must answer which records lack a part. */
const indexesOf = {
  file: (list: string) => [`${list}_without_file`],
  image: (list: string) => [`${list}_without_image`],
  damaged: () => ['files_damaged'],
  light: () => ['light_copies_lacking'],
  text: () => ['page_text_files_unread'],
  mirror: (list: string) => ['mirrors_dead', `${list}_google_drive_link`, `${list}_telegram_link`],
}

/** Kinds whose PDFs are made lighter and read. */
const readKinds: readonly Kind[] = ['book', 'note', 'exam']
const asked = kindNames.flatMap(kind =>
  missingParts.flatMap(part => {
    const isAsked =
      part === 'light' || part === 'text' ? readKinds.includes(kind) : kinds[kind].attention[part] !== null
    return isAsked ? [{ kind, part }] : []
  }),
)

describe.each(engines)('what records lack on %s', engine => {
  let test: TestApp

  beforeAll(async () => {
    test = await openTestApp({ engine })
  })
  afterAll(() => test.close())

  /** The plan for a large table. */
  async function planOf(statement: RawBuilder<unknown>): Promise<string> {
    return test.database.kysely.transaction().execute(async transaction => {
      await sql`set local enable_seqscan = off`.execute(transaction)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(transaction)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    })
  }

  const conditionOf = (kind: Kind, part: (typeof missingParts)[number]) =>
    kind === 'exam' ? isExamWithout(part) : isWithout(part, kinds[kind].entity, kinds[kind].list)

  it.each(asked)('is found for $kind by an index of it: $part', async ({ kind, part }) => {
    const { list } = kinds[kind]
    const plan = await planOf(sql`select count(*) from ${sql.table(list)} where ${conditionOf(kind, part)}`)
    for (const index of indexesOf[part](list)) expect(plan).toContain(index)
    expect(plan).not.toContain(`Seq Scan on ${list}`)
  })
})
