import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Ingest, IngestRow } from '#contract/resources/ingest.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { endJob, recoverJobs, retryJob, returnJob } from '#server/jobs/jobs.repository.ts'
import { describeEachEngine } from '#test/database.ts'
import { makePdf, makeZip, sha256Of, streamOf } from '#test/files.ts'
import { leaveFirstPages, wantFirstPagesRead } from './read-first-pages.job.ts'

const root = '/api/staff/ingests'
const pages = fileURLToPath(new URL('../../../test/fixtures/pages/', import.meta.url))
/** Bytes of a file of its own: what follows the end of a PDF is read by nobody. */
const page = (name: string, mark = '') =>
  Buffer.concat([readFileSync(`${pages}${name}.pdf`), Buffer.from(`\n% ${mark}`)])

describeEachEngine('the first pages of an import', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  async function look(id: string): Promise<IngestRow[]> {
    return ((await staff.send('GET', `${root}/${id}`)).json() as { data: Ingest }).data.rows
  }

  async function begin(...names: string[]): Promise<{ id: string; files: string[]; rows: IngestRow[] }> {
    const { id } = (await staff.send('POST', root)).json().data
    const named = names.map(name => ({ name, folder: '', size: 1000 }))
    const answer = await staff.send('POST', `${root}/${id}/files`, { files: named })
    expect(answer.statusCode, answer.body).toBe(200)
    return { id, files: answer.json().data.ids, rows: await look(id) }
  }

  async function arrive(
    id: string,
    files: readonly (readonly [string | undefined, Buffer])[],
  ): Promise<void> {
    const arrived: object[] = []
    for (const [file, bytes] of files) {
      const { url } = await site.services.files.store(streamOf(bytes), { name: 'ملف.pdf' })
      arrived.push({ id: file, url })
    }
    const answer = await staff.send('PUT', `${root}/${id}/files`, { files: arrived })
    expect(answer.statusCode, answer.body).toBe(200)
  }

  const change = async (id: string, rows: object[]) =>
    (await staff.send('PUT', `${root}/${id}/rows`, { rows })).json().data as {
      rows: IngestRow[]
      stale: IngestRow[]
    }

  const whenRead = (id: string, at: number, values: object) =>
    vi.waitFor(
      async () => {
        const row = (await look(id))[at]
        expect(row?.values).toMatchObject(values)
        return row
      },
      { timeout: 90_000, interval: 100 },
    )

  it('say what the names of PDFs leave open, and nothing that a name says', async () => {
    const { id, files } = await begin('scan0071.pdf', 'فيزياء.pdf', 'وزاري 2019.pdf')
    await arrive(id, [
      [files[0], page('chromium-cover', 'one')],
      [files[1], page('chromium-cover', 'two')],
      [files[2], page('chromium-exam')],
    ])
    const facts = { stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC', releaseYear: 2025 }
    const first = await whenRead(id, 0, { kind: 'book', title: '', subject: 'CHEMISTRY', ...facts })
    const fields = ['kind', 'stage', 'branch', 'subject', 'releaseYear']
    expect(first?.doubts).toEqual(Object.fromEntries(fields.map(field => [field, 'page'])))
    expect(first).toMatchObject({ isSeen: false, changedBy: null })
    const named = await whenRead(id, 1, { subject: 'PHYSICS', ...facts })
    expect(named?.doubts).toMatchObject({ stage: 'page', releaseYear: 'page' })
    expect(named?.doubts).not.toHaveProperty('subject')
    await whenRead(id, 2, { kind: 'exam', releaseYear: 2019, stage: 'THIRD_INTERMEDIATE', try: 2 })
  }, 120_000)

  it('of pages within a book, of scans and of other producers say nothing', async () => {
    const producers = ['chromium-1', 'writer-1', 'wkhtmltopdf-1', 'xelatex-1', 'cairo-1', 'weasyprint-1']
    const names = producers.map((_producer, at) => `scan00${at}1.pdf`)
    const { id, files, rows } = await begin(...names, 'scan0099.pdf')
    await arrive(id, [
      ...producers.map((name, at) => [files[at], page(name)] as const),
      [files.at(-1), page('chromium-cover', 'last')],
    ])
    await whenRead(id, names.length, { kind: 'book' })
    const now = await look(id)
    expect(now.slice(0, -1).map(({ values, version }) => [values, version])).toEqual(
      rows.slice(0, -1).map(({ values, version }) => [values, version]),
    )
  }, 120_000)

  it('leave alone what somebody typed, and what was typed over the row before stays', async () => {
    const { id, files, rows } = await begin('scan1.pdf', 'scan2.pdf')
    const [typed, late] = rows
    await change(id, [{ id: typed?.id, version: 1, values: { subject: 'MATH' } }])
    await arrive(id, [
      [files[0], page('chromium-cover', 'three')],
      [files[1], page('chromium-cover', 'four')],
    ])
    await whenRead(id, 1, { subject: 'CHEMISTRY' })
    expect((await look(id))[0]?.values).toMatchObject({ subject: 'MATH', stage: '' })
    const looked = await change(id, [{ id: late?.id, version: 1, isSeen: true }])
    expect(looked.stale.map(({ isSeen, version }) => [isSeen, version])).toEqual([[false, 2]])
    const typedOver = { id: late?.id, version: 1, values: { subject: 'MATH' }, isSeen: false }
    const { rows: written } = await change(id, [typedOver])
    expect(written[0]?.values).toMatchObject({ subject: 'MATH', stage: 'SIXTH_PREPARATORY' })
    expect(written[0]?.doubts).not.toHaveProperty('subject')
  }, 120_000)

  it('give way to other heavy work while uploads leave them no turn, and are read after that', async () => {
    const busy = page('chromium-cover', 'busy')
    await site.services.files.store(streamOf(busy), { name: 'ملف.pdf' })
    const { id, files } = await begin('scan11.pdf', 'scan12.pdf', 'scan13.pdf')
    const { kysely } = site.database
    const uploads = new AbortController()
    const looked = Array.from({ length: 8 }, async () => {
      while (!uploads.signal.aborted) await site.services.files.makeCover(sha256Of(busy), null)
    })
    try {
      await arrive(id, [[files[0], page('chromium-cover', 'late')]])
      const whenOneWaits = (facts: object, after = () => 0) =>
        vi.waitFor(
          async () => {
            const query = kysely.selectFrom('jobs').select(['state', 'priority', 'runAt', 'title'])
            const jobs = await query
              .where('kind', '=', 'read-ingest-pages')
              .where('state', 'in', ['waiting', 'running'])
              .execute()
            expect(jobs).toMatchObject([{ state: 'waiting', priority: -1, ...facts }])
            expect(jobs[0]?.runAt.getTime()).toBeGreaterThan(after())
          },
          { timeout: 30_000, interval: 100 },
        )
      await whenOneWaits({ title: 'ملف واحد' }, () => Date.now() + 500)
      /* What arrives later is read by the same work. */
      await arrive(id, [[files[1], page('chromium-cover', 'later')]])
      await arrive(id, [[files[2], page('chromium-cover', 'last of all')]])
      await whenOneWaits({ title: '٣ ملفات' })
    } finally {
      uploads.abort()
      await Promise.all(looked)
    }
    for (const at of files.keys()) await whenRead(id, at, { kind: 'book', subject: 'CHEMISTRY' })
  }, 150_000)

  it.runIf(engine === 'postgres')('are all wanted, also of files that come in the same moment', async () => {
    const { id } = await begin('scan.pdf')
    const { kysely } = site.database
    const soon = new Date(Date.now() + 3_600_000)
    const isHeld = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = kysely.transaction().execute(async transaction => {
      await wantFirstPagesRead(transaction, { ingestId: id, fileIds: ['one'] }, soon)
      isHeld.resolve()
      await mayEnd.promise
    })
    await isHeld.promise
    const second = kysely
      .transaction()
      .execute(transaction => wantFirstPagesRead(transaction, { ingestId: id, fileIds: ['two'] }, soon))
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        kysely,
      )
      expect(rows).toHaveLength(1)
    })
    mayEnd.resolve()
    await Promise.all([first, second])
    const jobs = await kysely.selectFrom('jobs').select('input').where('key', '=', id).execute()
    expect(jobs).toMatchObject([{ input: { fileIds: ['one', 'two'] } }])
  })

  describe('that are wanted while others are read', () => {
    const runAt = new Date(Date.now() + 3_600_000)
    const lease = 'L'
    const held = async (id: string) => {
      const query = site.database.kysely.selectFrom('jobs').select(['id', 'state', 'input'])
      return query.where('key', '=', id).orderBy('createdAt').execute()
    }
    const want = (id: string, ...fileIds: string[]) =>
      site.database.kysely
        .transaction()
        .execute(transaction => wantFirstPagesRead(transaction, { ingestId: id, fileIds }, runAt))
    /** Takes the waiting work of an import, for nobody. Shape: its id. */
    async function run(id: string): Promise<string> {
      const begun = site.database.kysely
        .updateTable('jobs')
        .set({ state: 'running', lease, leaseEndsAt: runAt })
        .where('key', '=', id)
        .where('state', '=', 'waiting')
        .returning('id')
      return (await begun.executeTakeFirstOrThrow()).id
    }
    /** An import whose files one and two are being read, by nobody; its id with that of the work. */
    async function reading(): Promise<{ id: string; job: string }> {
      const { id } = (await staff.send('POST', root)).json().data
      await want(id, 'one', 'two')
      return { id, job: await run(id) }
    }
    const now = sql<Date>`now()`
    const reason = { reason: '', advice: '' }
    it.each([
      ['is killed', 'cancelled', () => recoverJobs(site.database.kysely, true, [], now)],
      ['stops', 'cancelled', (id: string) => returnJob(site.database.kysely, { id, lease }, now)],
      ['fails', 'cancelled', (id: string) => retryJob(site.database.kysely, { id, lease }, 1, reason, now)],
      [
        'fails for good',
        'failed',
        (id: string) => endJob(site.database.kysely, { id, lease }, 'failed', null, now),
      ],
    ] as const)('are read with those of the work that %s', async (_, state, end) => {
      const { id, job } = await reading()
      await want(id, 'three')
      await end(job)
      await want(id, 'four')
      expect(await held(id)).toMatchObject([
        { state, input: { fileIds: ['one', 'two'] } },
        { state: 'waiting', input: { fileIds: ['one', 'two', 'three', 'four'] } },
      ])
    })

    it('are read with those of the work that failed for good before they were wanted', async () => {
      const { id, job } = await reading()
      await endJob(site.database.kysely, { id: job, lease }, 'failed', null, now)
      await want(id, 'three')
      const [, waiting] = await held(id)
      expect(waiting?.input).toMatchObject({ fileIds: ['one', 'two', 'three'] })
      await run(id)
      /* Repeated beside it, it would be what is left of both. */
      const repeated = await staff.send('POST', `/api/jobs/${job}/repeat`)
      expect(repeated.json()).toMatchObject({ code: 'job_not_repeatable' })
    })

    it('leave what was read alone', async () => {
      const { id } = await reading()
      await want(id, 'three')
      await site.database.kysely
        .transaction()
        .execute(transaction =>
          leaveFirstPages(transaction, { ingestId: id, fileIds: ['one', 'two'] }, ['two']),
        )
      expect((await held(id))[1]?.input).toMatchObject({ fileIds: ['two', 'three'] })
    })
  })

  it('of a ZIP are read once it is open', async () => {
    const zip = await makeZip({
      'scan01.pdf': await makePdf(1),
      'scan02.pdf': page('chromium-cover', 'five'),
    })
    const { id } = (await staff.send('POST', root)).json().data
    const named = { name: 'ملفات.zip', folder: '', size: zip.length }
    const [archive] = (await staff.send('POST', `${root}/${id}/files`, { files: [named] })).json().data.ids
    const { url } = await site.services.files.store(streamOf(zip), { name: 'ملفات.zip', kind: 'zip' })
    await staff.send('PUT', `${root}/${id}/files`, { files: [{ id: archive, url }] })
    await whenRead(id, 1, { kind: 'book', subject: 'CHEMISTRY' })
    expect((await look(id))[0]?.values.kind).toBe('')
  }, 120_000)
})
