import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBesides, openTestApp, passwordOf, signInAs } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { bookInput, noteInput } from '#test/factories.ts'
import { countStatements } from '#test/statements.ts'

describe.runIf(hasPostgres())('of many who write at once', () => {
  let test: TestApp
  let staff: TestStaff
  beforeAll(async () => {
    test = await openTestApp({ engine: 'postgres' })
    staff = await test.signIn()
  })
  afterAll(() => test.close())

  /** Begins a write that has written everything and does not end before it is let go on. */
  async function heldWrite(send: () => Promise<{ statusCode: number }>): Promise<() => Promise<number>> {
    const { changes } = test.services
    const { note } = changes
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    changes.note = async (transaction, tags) => {
      await note(transaction, tags)
      /* Waited for, so that all before it has been done. */
      await sql`select 1`.execute(transaction)
      written.resolve()
      await mayEnd.promise
    }
    const answer = send()
    await written.promise
    changes.note = note
    return async () => {
      mayEnd.resolve()
      return (await answer).statusCode
    }
  }

  it('nobody waits for another, whatever the records have in common', async () => {
    const add = (change = {}) => staff.send('POST', '/api/books', bookInput(change))
    const idOf = async (change = {}) => (await add(change)).json().data.id as string
    const [first, second, third] = [await idOf(), await idOf(), await idOf({ stage: 'FIRST_PRIMARY' })]
    const put = (id: string, change: object) => staff.send('PUT', `/api/books/${id}`, bookInput(change))
    const held = [
      await heldWrite(() => add()),
      await heldWrite(() => put(first, { keywords: ['جبر'] })),
      await heldWrite(() => staff.send('DELETE', `/api/books/${third}`)),
    ]
    expect((await add({ stage: 'FIFTH_PREPARATORY' })).statusCode).toBe(201)
    expect((await add()).statusCode).toBe(201)
    expect((await put(second, { keywords: ['جبر'] })).statusCode).toBe(200)
    expect((await staff.send('DELETE', `/api/books/${second}`)).statusCode).toBe(200)
    expect((await staff.send('POST', '/api/malazimas', noteInput())).statusCode).toBe(201)
    for (const end of held) expect(await end()).toBeLessThan(300)
  })

  it('each sends what it adds at once, and announces it behind its end', async () => {
    const add = () => staff.send('POST', '/api/books', bookInput())
    await add()
    const statements = await countStatements(async () => {
      await add()
    })
    const parts = statements.map(
      text => /^(?:begin|commit|with|(?:insert into|from|delete from) \S+)/.exec(text.trim())?.[0] ?? text,
    )
    const begun = parts.indexOf('begin')
    const ended = parts.indexOf('commit')
    expect(parts.slice(begun, ended + 1)).toEqual([
      'begin',
      'insert into "books"',
      'insert into search_facets',
      'insert into search_documents',
      'insert into search_changes',
      'with',
      'insert into announcements',
      'commit',
    ])
    expect(statements.slice(begun, ended).join()).not.toContain('pg_notify')
    expect(statements.slice(ended).filter(text => text.includes('pg_notify'))).toHaveLength(1)
    const { rows } = await sql`select from announcements`.execute(test.database.kysely)
    expect(rows).toEqual([])
  })

  it('those in two processes who change the same records overwrite nothing, and each knows who was first', async () => {
    const beside = await openBesides(test)
    try {
      const other = await test.signIn()
      const sides = [staff, await signInAs(beside.app, other.email, passwordOf(other))]
      const ids: string[] = []
      while (ids.length < 3) {
        const { data } = (await staff.send('POST', '/api/books', bookInput())).json()
        ids.push(data.id as string)
      }
      const versions = new Map(ids.map(id => [id, 1]))
      const titles = new Map<string, string>()
      for (let round = 0; round < 6; round += 1) {
        const tries = ids.flatMap((id, at) =>
          [0, 1, 2, 3].map(async turn => {
            const title = `كتاب ${at} ${round} ${turn}`
            const version = versions.get(id)
            const answer = await sides[turn % 2]?.send(
              'PUT',
              `/api/books/${id}`,
              bookInput({ title, version }),
            )
            return { id, title, turn, answer }
          }),
        )
        const answers = Map.groupBy(await Promise.all(tries), ({ id }) => id)
        for (const [id, all] of answers) {
          const version = (versions.get(id) ?? 0) + 1
          const saved = all.filter(({ answer }) => answer?.statusCode === 200)
          const refused = all.filter(({ answer }) => answer?.statusCode === 409)
          expect([saved.length, refused.length]).toEqual([1, 3])
          const [first] = saved
          if (first === undefined) throw new Error('nobody was first')
          const { title, turn, answer } = first
          expect(answer?.json().data).toMatchObject({ title, version })
          for (const late of refused) {
            expect(late.answer?.json()).toMatchObject({
              code: 'stale_version',
              current: { title, version },
              changedBy: { isYou: late.turn % 2 === turn % 2 },
            })
          }
          versions.set(id, version)
          titles.set(id, title)
        }
      }
      for (const id of ids) {
        const { rows } = await sql<{ from: number | null; to: number }>`
          select (old_data->>'version')::int as "from", (new_data->>'version')::int as to from audit_entries where entity_id = ${id} order by created_at, id`.execute(
          test.database.kysely,
        )
        expect(rows.map(({ from, to }) => [from, to])).toEqual(
          Array.from({ length: 7 }, (_, at) => [at === 0 ? null : at, at + 1]),
        )
        const indexed = await test.database.kysely
          .selectFrom('searchDocuments')
          .where('recordId', '=', id)
          .select('title')
          .execute()
        expect(indexed).toEqual([{ title: titles.get(id) }])
      }
    } finally {
      await beside.close()
    }
  })

  it('what one has written and not announced, before it ended, is announced by another', async () => {
    const beside = await openBesides(test)
    try {
      const heard: string[] = []
      beside.services.changes.onChange(tags => heard.push(...tags))
      await test.database.kysely
        .insertInto('announcements')
        .values({ tags: ['exams'] })
        .execute()
      await expect.poll(() => heard, { timeout: 20_000 }).toContain('exams')
    } finally {
      await beside.close()
    }
  })
})
