import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { listNumbersVersions } from './numbers.repository.ts'
import { shownAll, shownNow } from './shown-results.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const results = ['r1', 'r2', 'r3'] as const

describe.each(engines)('the version of what there is to find in a release, on %s', engine => {
  let database: TestDatabase

  const run = (text: string) => sql.raw(text).execute(database.kysely)
  const addSheet = (id: string, resultId: string, fileId: string, isPublic = true) =>
    run(`
      insert into sheets (id, result_id, entry, names, kind, found_school, school, group_name, is_hidden, is_public,
        file_id, ending, size, search_text)
      values ('${id}', '${resultId}', '', '[]', 'pdf', '', 'مدرسة', '', false, ${isPublic}, '${fileId}', 'pdf', 1, '')`)
  const addReading = (fileId: string) =>
    run(`insert into sheet_readings (file_id, pages, readable_pages, numbers) values ('${fileId}', 1, 1, 3)`)

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    for (const id of results) {
      await run(`
        insert into results (id, city, stage, try, release_year, school_text, direct_link, search_text, state)
        values ('${id}', 'BAGHDAD', 'SIXTH_PREPARATORY', 1, ${id === 'r3' ? 2025 : 2026}, '', '/files/a/a.zip', '', 'published')`)
      await run(`insert into sheet_archives (result_id, sha256, state) values ('${id}', 'a', 'ready')`)
    }
  })
  afterAll(() => database.cleanup())

  const versions = async () => {
    const listed = await listNumbersVersions(database.kysely, shownNow)
    return new Map(listed.map(({ release, version }) => [release, version]))
  }

  /** What each release says, looked at sheet by sheet. */
  const contents = async () => {
    const { rows } = await sql<{ release: string; content: string }>`
      select r.release_year || '-' || r.try as release,
        string_agg(concat_ws('|', s.id, s.file_id, s.school, s.ending, r.id, r.city, r.branch, g.read_at, g.pages), ','
          order by s.id) as content
      from sheets s join results r on r.id = s.result_id and r.state = 'published'
      join sheet_archives a on a.result_id = r.id and a.state = 'ready' and a.removed_at is null
      join sheet_readings g on g.file_id = s.file_id
      where s.is_public group by 1`.execute(database.kysely)
    return new Map(rows.map(({ release, content }) => [release, content]))
  }

  const acts: Record<string, () => Promise<unknown>> = {
    'sheets come': async () => {
      await addSheet('s1', 'r1', 'f1')
      await addSheet('s2', 'r2', 'f2')
      await addSheet('s3', 'r3', 'f3')
    },
    'one is read': () => addReading('f1'),
    'others are read': async () => {
      await addReading('f2')
      await addReading('f3')
    },
    'a file of two results comes': async () => {
      await addSheet('s4', 'r1', 'shared')
      await addSheet('s5', 'r3', 'shared')
    },
    'it is read for both': () => addReading('shared'),
    'it is read anew': () =>
      run(`update sheet_readings set read_at = now() + interval '1 hour' where file_id = 'shared'`),
    'a newer reader finds the same': () =>
      run(`update sheet_readings set reader = reader + 1 where file_id = 'shared'`),
    'a school is named otherwise': () => run(`update sheets set school = 'أخرى' where id = 's1'`),
    'a group is named otherwise': () => run(`update sheets set group_name = 'أخرى' where id = 's1'`),
    'a sheet is hidden': () => run(`update sheets set is_public = false where id = 's1'`),
    'a hidden sheet is named otherwise': () => run(`update sheets set school = 'ثالثة' where id = 's1'`),
    'a sheet is shown again': () => run(`update sheets set is_public = true where id = 's1'`),
    'a city is mended': () => run(`update results set city = 'BASRA' where id = 'r2'`),
    'a result is withdrawn': () => run(`update results set state = 'draft' where id = 'r2'`),
    'a result is published': () => run(`update results set state = 'published' where id = 'r2'`),
    'a sheet has another file': () => run(`update sheets set file_id = 'f2' where id = 's1'`),
    'a failure is forgotten': () => run(`delete from sheet_readings where file_id = 'f2'`),
    'an archive is opened anew': () => run(`delete from sheets where result_id = 'r3'`),
    'a result goes': () => run(`delete from sheet_archives where result_id = 'r1'`),
  }

  /* Whether a sheet that comes is read at that moment nobody can tell: it is taken for a change. */
  const doubtful = new Set(['a file of two results comes'])

  it.each(Object.entries(acts))(
    'is another where what it says is another, and only there: %s',
    async (name, act) => {
      const [before, said] = [await versions(), await contents()]
      await act()
      const [after, says] = [await versions(), await contents()]
      expect([...after.keys()].sort()).toEqual([...says.keys()].sort())
      const others = [...after.keys()].filter(release => after.get(release) !== before.get(release))
      const expected = [...says.keys()].filter(release => says.get(release) !== said.get(release))
      expect(others.filter(release => !doubtful.has(name) || expected.includes(release)).sort()).toEqual(
        expected.sort(),
      )
    },
  )

  it('is known before results are shown, and is the same when they are', async () => {
    await addSheet('s6', 'r2', 'f6')
    await addReading('f6')
    await run(`update results set state = 'draft' where id = 'r2'`)
    const [expected] = await listNumbersVersions(database.kysely, shownAll)
    await run(`update results set state = 'published' where id = 'r2'`)
    expect((await versions()).get('2026-1')).toBe(expected?.version)
  })
})
