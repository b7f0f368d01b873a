import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSiteSettings } from '#contract/resources/site-settings.ts'
import type { ShownSiteSettings } from '#contract/resources/site-settings.ts'
import { createChanges } from '#server/base/changes.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { createSettingsService } from './settings.service.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

describe.each(engines)('site settings on %s', engine => {
  let test: TestApp
  let admin: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  async function read(): Promise<ShownSiteSettings> {
    const response = await test.app.inject({ method: 'GET', url: '/api/settings' })
    expect(response.statusCode, response.body).toBe(200)
    return (response.json() as { data: ShownSiteSettings }).data
  }

  it('are the promised ones on a new site, for everybody to read', async () => {
    const settings = await read()
    expect(settings).toEqual({
      ...JSON.parse(JSON.stringify(defaultSiteSettings)),
      version: settings.version,
    })
    expect(settings.statistics).toEqual({ students: 0, resources: 0, satisfactionPercent: 0 })
  })

  it('are changed by an administrator, at once and everywhere, with an entry of before and after', async () => {
    const elsewhere = createSettingsService({
      database: test.services.database,
      audit: test.services.audit,
      changes: await createChanges(test.services.database),
    })
    await elsewhere.get()
    const before = await read()
    const change = { ...before, videoHelpLink: 'https://t.me/rafid/7', visitIpDays: 7 }
    const response = await admin.send('PUT', '/api/settings', change)
    expect(response.statusCode, response.body).toBe(200)
    const after = await read()
    expect(after).toEqual({ ...change, version: before.version + 1 })
    expect(response.json()).toEqual({ data: after })
    await expect.poll(() => elsewhere.get()).toMatchObject({ videoHelpLink: 'https://t.me/rafid/7' })
    const { logs } = (await admin.send('GET', '/api/auditlog?entity=SETTINGS')).json() as { logs: object[] }
    expect(logs[0]).toMatchObject({
      action: 'UPDATE',
      entity: 'SETTINGS',
      actor: { email: admin.email },
      oldData: { visitIpDays: before.visitIpDays },
      newData: { visitIpDays: 7, videoHelpLink: 'https://t.me/rafid/7' },
    })
  })

  it('stay empty where they were emptied, though there is a default', async () => {
    const before = await read()
    const emptied = {
      ...before,
      facebookLink: '',
      resultSites: { ...before.resultSites, sixthPrimary: null },
    }
    expect((await admin.send('PUT', '/api/settings', emptied)).statusCode).toBe(200)
    const after = await read()
    expect(after.facebookLink).toBeUndefined()
    expect(after.resultSites.sixthPrimary).toBeUndefined()
    expect(after.resultSites.thirdIntermediate).toBe(before.resultSites.thirdIntermediate)
  })

  it('refuse a change that was based on older ones, and show those in force', async () => {
    const before = await read()
    await admin.send('PUT', '/api/settings', { ...before, contactPhone: '1' })
    const stale = await admin.send('PUT', '/api/settings', { ...before, contactPhone: '2' })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({
      code: 'stale_version',
      current: { contactPhone: '1', version: before.version + 1 },
      changedBy: { isYou: true },
    })
    const colleague = await test.signIn('admin')
    const late = await colleague.send('PUT', '/api/settings', { ...before, contactPhone: '2' })
    expect(late.json()).toMatchObject({ code: 'stale_version', changedBy: { isYou: false } })
    expect((late.json() as { changedBy: { name: string } }).changedBy.name).not.toBe('')
    const now = await read()
    const both = await Promise.all(
      ['3', '4'].map(contactPhone => admin.send('PUT', '/api/settings', { ...now, contactPhone })),
    )
    expect(both.map(response => response.statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('are not for editors or visitors to change', async () => {
    const editor = await test.signIn('editor')
    const settings = await read()
    const refused = await editor.send('PUT', '/api/settings', settings)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'forbidden' })
    expect(
      (await test.app.inject({ method: 'PUT', url: '/api/settings', payload: settings })).statusCode,
    ).toBe(401)
  })

  it.each([
    ['facebookLink', { facebookLink: 'javascript:alert(1)' }],
    ['contactEmail', { contactEmail: 'nobody' }],
    ['visitIpDays', { visitIpDays: 0 }],
    ['auditIpDays', { auditIpDays: 'x' }],
    [
      'statistics.satisfactionPercent',
      { statistics: { students: 1, resources: 1, satisfactionPercent: 101 } },
    ],
  ])('refuse a wrong %s', async (field, wrong) => {
    const response = await admin.send('PUT', '/api/settings', { ...(await read()), ...wrong })
    expect(response.statusCode).toBe(422)
    expect(Object.keys((response.json() as { fields: object }).fields)).toEqual([field])
  })

  it('that an older or newer program stored are filled up and repaired from the defaults', async () => {
    const stored = {
      version: 41,
      values: { contactPhone: '07700000000', facebookLink: 'not a link', visitIpDays: -1, gone: true },
    }
    const value = JSON.stringify(stored)
    await test.database.kysely
      .insertInto('settings')
      .values({ key: 'site', value })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
      .execute()
    void test.services.changes.tellHere(['settings'])
    const settings = await read()
    expect(settings).toMatchObject({
      version: 41,
      contactPhone: '07700000000',
      visitIpDays: defaultSiteSettings.visitIpDays,
    })
    expect(settings).not.toHaveProperty('facebookLink')
    expect(settings).not.toHaveProperty('gone')
    expect(settings.statistics).toEqual(defaultSiteSettings.statistics)
  })
})
