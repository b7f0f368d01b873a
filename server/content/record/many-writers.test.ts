import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBesides, openTestApp } from '#test/build-app.ts'
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
