import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job, JobList } from '#contract/resources/job.ts'
import type { StaffSheetList } from '#contract/resources/sheet.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makeZip, streamOf } from '#test/files.ts'
import { hostilePdfs } from '#test/hostile-pdfs.ts'

const sheets = fileURLToPath(new URL('../../../../test/fixtures/sheets', import.meta.url))
const sound = fs.readFileSync(`${sheets}/calc-marks.pdf`)
const untilRead = { timeout: 150_000, interval: 200 }

let site: TestApp
let staff: TestStaff
let id: string
let other: string

beforeAll(async () => {
  site = await openTestApp()
  staff = await site.signIn()
})
afterAll(() => site.close())

async function addResult(entries: Record<string, Buffer>, change: object = {}): Promise<string> {
  const zip = await makeZip(entries)
  const { url } = await site.services.files.store(streamOf(zip), { name: 'نتائج.zip', kind: 'zip' })
  const answer = await staff.send('POST', '/api/results', {
    ...resultInput({ directLink: url }),
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    state: 'draft',
    ...change,
  })
  return answer.json().data.id
}

async function listOf(result: string): Promise<StaffSheetList> {
  return (await staff.send('GET', `/api/results/${result}/sheets/all`)).json().data
}

async function jobsOf(kind: string): Promise<Job[]> {
  return ((await staff.send('GET', `/api/jobs?kind=${kind}`)).json() as JobList).jobs
}

async function runJobs(): Promise<void> {
  const runner = await startJobRunner({
    database: site.database,
    handlers: jobHandlers(site.services),
    log: pino({ level: 'silent' }),
  })
  await expect
    .poll(async () => (await staff.send('GET', '/api/jobs')).json().counts, untilRead)
    .toMatchObject({
      waiting: 0,
      running: 0,
    })
  await runner.close()
}

describe('the reading of an archive', () => {
  it('reads the sound sheets among those that nobody means well with, and says what is wrong with each', async () => {
    const hostile = await hostilePdfs()
    const names = [
      'قصيرة',
      'ضوضاء',
      'مقفلة',
      'جدول وليس ورقة',
      'خط يرسم نفسه',
      'فهرس دائري',
      'عشرة آلاف صفحة',
    ] as const
    id = await addResult({
      'إعدادية أولى.pdf': sound,
      ...Object.fromEntries(names.map(name => [`${name}.pdf`, hostile[name] ?? Buffer.alloc(0)])),
      'إعدادية ياء.pdf': Buffer.concat([sound, Buffer.from('\n%2\n')]),
      'مدرسة أخرى.pdf': hostile['عشرة آلاف صفحة'] ?? Buffer.alloc(0),
    })
    await expect
      .poll(async () => (await jobsOf('read-sheets')).map(job => job.state), untilRead)
      .toEqual(['done'])
    const list = await listOf(id)
    const problems = Object.fromEntries(list.sheets.map(({ school, problem }) => [school, problem]))
    expect(problems).toMatchObject({
      'إعدادية أولى': null,
      'إعدادية ياء': null,
      قصيرة: expect.stringContaining('تالف'),
      مقفلة: expect.stringContaining('كلمة مرور'),
      'جدول وليس ورقة': expect.stringContaining('ليس PDF ولا صورة'),
    })
    const reasons = Object.fromEntries(list.reading.without.map(({ school, reason }) => [school, reason]))
    expect(reasons['عشرة آلاف صفحة']).toContain('قُرئت أول ٤٠٠ صفحة من ١٠٬٠٠٠')
    expect(Object.keys(reasons)).toContain('خط يرسم نفسه')
    expect(list.reading.numbers).toBe(24)
    const [job] = await jobsOf('read-sheets')
    expect(job?.reason).toContain('لم تُقرأ كلها: ١ من ')
  }, 180_000)

  it('leaves a sheet at which the process goes away again and again, and reads the others', async () => {
    await site.services.jobRunner.close()
    other = await addResult({
      'إعدادية أولى.pdf': Buffer.concat([sound, Buffer.from('\n%3\n')]),
      'إعدادية ثانية.pdf': Buffer.concat([sound, Buffer.from('\n%4\n')]),
    })
    await runJobsUntilRead(other)
    const { reading } = await listOf(other)
    expect(reading).toMatchObject({ sheets: 2, sheetsRead: 2, numbers: 24 })
    expect(reading.without).toEqual([
      {
        id: expect.any(String),
        school: expect.any(String),
        reason: expect.stringContaining('توقف الخادم مراراً'),
      },
    ])
  }, 180_000)

  /* Four processes went away under the reading. */
  async function runJobsUntilRead(result: string): Promise<void> {
    const { kysely } = site.database
    const opening = site.services.results.sheets.open(result, {
      signal: new AbortController().signal,
      progress: () => undefined,
    })
    const show = await opening
    if (show) await kysely.transaction().execute(show)
    await kysely
      .updateTable('jobs')
      .set({ state: 'done', finishedAt: new Date() })
      .where('kind', '=', 'open-archive')
      .execute()
    await kysely
      .updateTable('jobs')
      .set({ interruptions: 4 })
      .where('kind', '=', 'read-sheets')
      .where('key', '=', result)
      .execute()
    await runJobs()
  }

  it('is done anew for what an older reader has read, after all else, and touches nothing that is read alike', async () => {
    const { kysely } = site.database
    const readings = () =>
      kysely
        .selectFrom('sheetReadings')
        .innerJoin('sheets', 'sheets.fileId', 'sheetReadings.fileId')
        .where('sheets.resultId', '=', other)
        .select(['sheetReadings.numbers', 'failure', 'reader', 'readAt'])
        .orderBy('readAt')
        .execute()
    const whole = (await readings()).find(reading => reading.failure === null)
    await kysely
      .updateTable('sheetReadings')
      .set({ reader: 0 })
      .where('fileId', 'in', sheetsOf =>
        sheetsOf.selectFrom('sheets').select('fileId').where('resultId', '=', other),
      )
      .execute()
    await site.services.results.numbers.adopt()
    await site.services.results.numbers.adopt()
    const wanted = await kysely.selectFrom('jobs').select('priority').where('state', '=', 'waiting').execute()
    expect(wanted).toEqual([{ priority: -10 }])
    await runJobs()
    expect(await readings()).toEqual([whole, { ...whole, readAt: expect.any(Date) }])
  }, 180_000)

  it('comes first for the newest release of a stage, whatever came before', async () => {
    const releases = [
      { releaseYear: 2030, try: 1 },
      { releaseYear: 2031, try: 4 },
      { releaseYear: 2031, try: 1 },
    ]
    const added: string[] = []
    for (const release of releases)
      added.push(await addResult({ 'ثانوية.pdf': sound }, { ...release, state: 'published' }))
    await runJobs()
    const readings = await site.database.kysely
      .selectFrom('jobs')
      .where('kind', '=', 'read-sheets')
      .where('key', 'in', added)
      .select(['key', 'priority'])
      .execute()
    const priorities = added.map(id => readings.find(({ key }) => key === id)?.priority)
    expect(priorities).toEqual([-2, -2, -1])
  }, 180_000)
})
