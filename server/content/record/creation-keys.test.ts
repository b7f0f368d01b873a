import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openBesides, openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { resultInput } from '#test/factories.ts'
import { newsInput } from '#test/news-input.ts'
import { startRetention } from '#server/staff/retention/retention.ts'

const result = resultInput({ city: 'واسط' })

describeEachEngine('the keys of creations', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  const send = (app: TestApp['app'], key: string, url: string, payload: object) =>
    app.inject({
      method: 'POST',
      url,
      headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken, 'idempotency-key': key },
      payload,
    })

  async function countOf(city: string): Promise<number> {
    const answer = await site.app.inject({ url: '/api/results', query: { city, limit: '1' } })
    return Number(answer.headers['x-total-count'])
  }

  it('refuses a key that another kind of record was added under', async () => {
    const key = 'one key for two kinds'
    expect((await send(site.app, key, '/api/results', result)).statusCode).toBe(201)
    const refused = await send(site.app, key, '/api/news', newsInput())
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'key_used', stored: { city: 'واسط' } })
    expect((await site.app.inject('/api/news')).json().data.total).toBe(0)
  })

  it('forgets a key when its time is over, and not before', async () => {
    const key = 'a key that grows old'
    await send(site.app, key, '/api/results', { ...result, city: 'ميسان' })
    const { kysely } = site.database
    const dayMs = 24 * 60 * 60 * 1000
    const isKept = async () =>
      (await kysely.selectFrom('creationKeys').select('key').where('key', '=', key).execute()).length === 1
    const ages = [limits.creationKeyDays - 1, limits.creationKeyDays + 1]
    const kept: boolean[] = []
    for (const days of ages) {
      const createdAt = new Date(Date.now() - days * dayMs)
      await kysely.updateTable('creationKeys').set({ createdAt }).where('key', '=', key).execute()
      const job = startRetention(site.services)
      await job.run()
      await job.close()
      kept.push(await isKept())
    }
    expect(kept).toEqual([true, false])
  })

  it('adds one record when tries reach two processes together', async ({ skip }) => {
    if (engine === 'pglite') skip('the embedded database belongs to one process')
    const other = await openBesides(site)
    try {
      const input = { ...result, city: 'بابل' }
      const tries = [site.app, other.app, site.app, other.app]
      const answers = await Promise.all(
        tries.map(app => send(app, 'tries at two processes', '/api/results', input)),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
      expect(new Set(answers.map(answer => answer.json().data.id)).size).toBe(1)
      expect(await countOf('بابل')).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('of two bodies under one key that arrive together adds one and refuses the other', async () => {
    const inputs = ['كركوك', 'دهوك'].map(city => ({ ...result, city }))
    const answers = await Promise.all(
      inputs.map(input => send(site.app, 'two bodies at one moment', '/api/results', input)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await countOf('كركوك')) + (await countOf('دهوك'))).toBe(1)
  })
})
