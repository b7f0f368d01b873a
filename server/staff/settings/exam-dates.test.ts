import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ShownExamDates } from '#contract/resources/exam-dates.ts'
import { limits } from '#contract/limits.ts'
import { createChanges } from '#server/base/changes.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { createExamDatesService } from './exam-dates.service.ts'

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)
const place = '/api/exam-dates'
const physics = { grade: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC', subject: 'PHYSICS', day: '2027-06-09' }
const arabic = { grade: 'SIXTH_PREPARATORY', subject: 'ARABIC', day: '2027-06-05' }
const history = { grade: 'SIXTH_PREPARATORY', branch: 'LITERARY', subject: 'HISTORY', day: '2027-06-07' }

describe.each(engines)('days of exams on %s', engine => {
  let test: TestApp
  let editor: TestStaff

  beforeAll(async () => {
    test = await openTestApp({ engine })
    editor = await test.signIn('editor')
  })
  afterAll(() => test.close())

  async function read(): Promise<ShownExamDates> {
    const response = await test.app.inject({ method: 'GET', url: place })
    expect(response.statusCode, response.body).toBe(200)
    return (response.json() as { data: ShownExamDates }).data
  }
  async function write(dates: readonly object[]) {
    return editor.send('PUT', place, { dates, version: (await read()).version })
  }
  const textOf = async (url: string) => (await test.app.inject({ method: 'GET', url })).body

  it('are none on a new site, for everybody to read', async () => {
    expect(await read()).toEqual({ dates: [], version: 1 })
  })

  it('are entered by an editor as one list, stand by day, and are in the log and known everywhere at once', async () => {
    const elsewhere = createExamDatesService({
      database: test.services.database,
      audit: test.services.audit,
      changes: await createChanges(test.services.database),
    })
    expect((await elsewhere.get()).dates).toEqual([])
    const heard: (readonly string[])[] = []
    test.services.changes.onChange(tags => heard.push(tags))
    const response = await write([physics, history, arabic])
    expect(response.statusCode, response.body).toBe(200)
    expect((await read()).dates).toEqual([arabic, history, physics])
    await expect.poll(async () => (await elsewhere.get()).dates).toHaveLength(3)
    expect([...new Set(heard.flat())]).toEqual(['exam-dates'])
    const admin = await test.signIn('admin')
    const { logs } = (await admin.send('GET', '/api/auditlog?entity=SETTINGS')).json() as { logs: object[] }
    expect(logs[0]).toMatchObject({
      action: 'UPDATE',
      entityId: 'exam-dates',
      actor: { email: editor.email },
      oldData: { dates: [] },
      newData: { dates: [arabic, history, physics] },
    })
  })

  it('are a calendar for each grade and branch, which moves an exam whose day moves', async () => {
    await write([arabic, history, physics])
    const looked = vi.spyOn(test.services.examDates, 'get')
    const packed = {
      url: '/grade/sixth-preparatory/scientific/exams.ics',
      headers: { 'accept-encoding': 'br' },
    }
    /* The word of the write may come between two requests. */
    const madeForTwo = async () => {
      looked.mockClear()
      const twice = [await test.app.inject(packed), await test.app.inject(packed)]
      expect(twice.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'br'])
      return looked.mock.calls.length
    }
    await expect.poll(madeForTwo, { message: 'made for everybody, not for each' }).toBeLessThan(2)
    looked.mockRestore()
    const answer = await test.app.inject({ url: '/grade/sixth-preparatory/scientific/exams.ics' })
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const lines = answer.body.split('\r\n')
    expect(lines.filter(line => Buffer.byteLength(line) > 75)).toEqual([])
    expect(lines.at(0)).toBe('BEGIN:VCALENDAR')
    expect(lines.at(-2)).toBe('END:VCALENDAR')
    expect(lines.filter(line => line.startsWith('DTSTART'))).toEqual([
      'DTSTART;VALUE=DATE:20270605',
      'DTSTART;VALUE=DATE:20270609',
    ])
    expect(lines).toContain('DTEND;VALUE=DATE:20270610')
    expect(lines).toContain('SUMMARY:امتحان الفيزياء')
    expect(await textOf('/grade/sixth-preparatory/exams.ics')).toContain('SUMMARY:امتحان التاريخ (أدبي)')
    const named = (text: string) => text.match(/^UID:.*$/gm)
    await write([arabic, { ...physics, day: '2027-06-11' }])
    const moved = await textOf('/grade/sixth-preparatory/scientific/exams.ics')
    expect(moved).toContain('DTSTART;VALUE=DATE:20270611')
    expect(named(moved)).toEqual(named(answer.body))
    expect(await textOf('/grade/first-primary/exams.ics')).not.toContain('VEVENT')
    const again = { 'if-none-match': (await test.app.inject('/grade/first-primary/exams.ics')).headers.etag }
    const unchanged = await test.app.inject({ url: '/grade/first-primary/exams.ics', headers: again })
    expect(unchanged.statusCode).toBe(304)
  })

  it('refuse a change that was based on older ones, and show those in force', async () => {
    const { version } = await read()
    await editor.send('PUT', place, { dates: [arabic], version })
    const stale = await editor.send('PUT', place, { dates: [physics], version })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ code: 'stale_version', current: { dates: [arabic] } })
    expect((await read()).dates).toEqual([arabic])
  })

  it.each([
    ['dates.0.day', [{ ...arabic, day: '2027-02-30' }]],
    ['dates.0.day', [{ ...arabic, day: '1999-01-01' }]],
    ['dates.0.subject', [{ ...arabic, subject: '' }]],
    ['dates.0.branch', [{ ...arabic, grade: 'SIXTH_PRIMARY', branch: 'LITERARY' }]],
    ['dates.1.subject', [arabic, arabic]],
    ['dates', Array.from({ length: limits.maxExamDates + 1 }, () => arabic)],
  ])('refuse a wrong %s and keep what was', async (field, dates) => {
    const before = await read()
    const response = await write(dates)
    expect(response.statusCode).toBe(422)
    expect(Object.keys((response.json() as { fields: object }).fields)).toContain(field)
    expect(await read()).toEqual(before)
  })

  it('are not for visitors to change', async () => {
    const refused = await test.app.inject({ method: 'PUT', url: place, payload: { dates: [] } })
    expect(refused.statusCode).toBe(401)
  })
})
