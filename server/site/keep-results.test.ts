import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as Limits from '#contract/limits.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { keyOfAnswer } from '#server/base/http/keep-answers.ts'
import { digestOf } from '#server/base/http/kept-answers.ts'
import type { KeptAnswers } from '#server/base/http/kept-answers.ts'
import { ownAddress } from '#server/base/http/own-requests.ts'
import { nextMoment } from '#server/base/moments.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { addReadSheets } from '#test/read-sheets.ts'

vi.mock('#contract/limits.ts', async importOriginal => {
  const { limits } = await importOriginal<typeof Limits>()
  return {
    limits: { ...limits, keptSettleMs: 50, keptRetryMs: 100, keptRestFactor: 0, apiRequestsPerMinute: 10 },
  }
})

const siteUrl = 'http://rafid.example'
const soon = { timeout: 20_000, interval: 50 }

describe('what is public of results', () => {
  let site: TestApp
  let staff: TestStaff
  let ids: string[]

  function plant({ put }: KeptAnswers, key: string): void {
    const body = Buffer.from('مخفية')
    const shape = { type: 'text/html', etag: digestOf(body), tags: ['results'] as const, headers: {}, body }
    put({ key, ...shape }, nextMoment())
  }
  const pageOf = (sheet: string) => `${siteUrl}/results/sheet/${sheet}`
  const answerOf = (sheet: string) => keyOfAnswer(`/api/results/sheets/${sheet}`)
  const kept = () => [site.services.keptPages, site.services.keptAnswers] as const
  const hasSheet = (sheet: string) => [kept()[0].has(pageOf(sheet)), kept()[1].has(answerOf(sheet))]
  const tell = (tags: readonly ChangeTag[]) => site.services.changes.tellHere(tags)

  beforeAll(async () => {
    site = await openTestApp({ environment: { SITE_URL: siteUrl } })
    await site.services.jobRunner.close()
    staff = await site.signIn()
    const added = await staff.send('POST', '/api/staff/results/batch', {
      results: ['كركوك', 'بابل', 'البصرة', 'نينوى'].map(city => ({
        ...resultInput({ releaseYear: 2026, try: 1 }),
        city,
        branch: 'SCIENTIFIC',
        stage: 'SIXTH_PREPARATORY',
        directLink: 'https://files.example/results.zip',
      })),
    })
    ids = added.json().data.results.map(({ id }: { id: string }) => id)
    await addReadSheets(site.database.kysely, ids, { schools: 2, students: 1 })
    const records = ids.map(id => ({ kind: 'result', id }))
    await staff.send('POST', '/api/staff/publications', { records, state: 'published' })
    plant(kept()[0], pageOf('gone'))
    plant(kept()[1], answerOf('gone'))
    await site.listen()
  }, 60_000)
  afterAll(() => site.close())

  it('is kept after a start without a limit, and what is not there any more goes', async () => {
    const sheets = ids.flatMap(id => [`${id}-0`, `${id}-1`])
    await expect.poll(() => sheets.flatMap(hasSheet).filter(Boolean).length, soon).toBe(2 * sheets.length)
    await expect.poll(() => hasSheet('gone'), soon).toEqual([false, false])
    expect(kept()[0].has(`${siteUrl}/`)).toBe(true)
    expect(kept()[0].has(`${siteUrl}/results/sixth-preparatory`)).toBe(true)
  })

  it('is looked through when announcements were missed', async () => {
    const sheet = `${ids[0]}-0`
    const hide = site.database.kysely.updateTable('sheets').set({ isPublic: false })
    await hide.where('id', '=', sheet).execute()
    expect(hasSheet(sheet)).toEqual([true, true])
    await tell(['results', 'settings', 'gap'])
    await expect.poll(() => hasSheet(sheet), soon).toEqual([false, false])
    expect(hasSheet(`${ids[0]}-1`)).toEqual([true, true])
  })

  it('is not added to by those who ask', async () => {
    for (const path of [
      '/results/sixth-preparatory?page=3',
      '/results/sixth-preparatory/schools?school=0123456789',
    ])
      expect((await site.app.inject({ url: path, headers: { host: 'rafid.example' } })).statusCode).toBe(200)
    const puts = vi.spyOn(site.services.keptAnswers, 'put')
    const renewals = vi.spyOn(site.services.keptAnswers, 'renew')
    const status = '/api/results/status?stage=SIXTH_PREPARATORY'
    for (const url of ['/api/results?offset=3', status, status, status])
      expect((await site.app.inject(url)).statusCode).toBe(200)
    expect(puts).not.toHaveBeenCalled()
    expect(renewals.mock.calls.length).toBeLessThanOrEqual(1)
    await Promise.all(kept().map(one => one.settled()))
    const held = site.services.keptPages
    expect(held.has(`${siteUrl}/results/sixth-preparatory?page=3`)).toBe(false)
    expect(held.has(`${siteUrl}/results/sixth-preparatory/schools?school=0123456789`)).toBe(false)
  })

  it('has no limit for the process itself, and nobody else can say that they are it', async () => {
    const ask = async (from: object) => {
      const all = Array.from({ length: 12 }, () => site.app.inject({ url: '/api/results', ...from }))
      return new Set((await Promise.all(all)).map(({ statusCode }) => statusCode))
    }
    expect(await ask({ remoteAddress: ownAddress })).toEqual(new Set([200]))
    const headers = { 'x-forwarded-for': ownAddress, forwarded: `for="${ownAddress}"` }
    expect(await ask({ remoteAddress: '198.51.100.7', headers })).toContain(429)
  })
})
