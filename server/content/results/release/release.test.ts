import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cities } from '#contract/codes/cities.ts'
import type { Proposal, Release } from '#contract/resources/release.ts'
import { archiveSentences } from '#server/archives/archive-errors.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { resultInput } from '#test/factories.ts'
import { makePdf, makeZip, streamOf } from '#test/files.ts'

const stage = 'SIXTH_PRIMARY'
const key = (name: string) => ({ 'idempotency-key': `release-${name}-0123456789` })

describe.each(hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const))(
  'a release on %s',
  engine => {
    let site: TestApp
    let staff: TestStaff

    beforeAll(async () => {
      site = await openTestApp({ engine })
      await site.services.jobRunner.close()
      staff = await site.signIn()
    })
    afterAll(() => site.close())

    const ofYear = (releaseYear: number, change = {}) => ({
      ...resultInput({ stage, releaseYear }),
      branch: null,
      ...change,
    })
    const batch = (results: object[], headers = {}) =>
      staff.send('POST', '/api/staff/results/batch', { results }, headers)
    async function room(query: string): Promise<Release> {
      const answer = await staff.send('GET', `/api/staff/releases?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }

    it('takes all cities in one act as drafts, once however often it is sent', async () => {
      const results = cities.map(city => ofYear(2020, { city }))
      const [one, other] = await Promise.all([batch(results, key('all')), batch(results, key('all'))])
      expect([one.statusCode, other.statusCode], one.body + other.body).toEqual([201, 201])
      const again = await batch(results, key('all'))
      const idsOf = (body: { data: { results: { id: string }[] } }) => body.data.results.map(({ id }) => id)
      expect(idsOf(again.json())).toEqual(idsOf(one.json()))
      expect(idsOf(other.json())).toEqual(idsOf(one.json()))
      const { results: gathered } = await room(`stage=${stage}&releaseYear=2020&try=1`)
      expect(gathered.map(({ city, state }) => `${city} ${state}`).toSorted()).toEqual(
        cities.map(city => `${city} draft`).toSorted(),
      )
      const log = await staff.send('GET', '/api/auditlog?limit=100&entity=RESULT&action=CREATE')
      const ids = new Set(idsOf(one.json()))
      const logged = log.json().logs.filter((entry: { entityId: string }) => ids.has(entry.entityId))
      expect(logged).toHaveLength(cities.length)
      const changed = await batch(results.slice(1), key('all'))
      expect(changed.json().code).toBe('key_used')
    })

    it('adds none when one is refused, and says which', async () => {
      const results = [ofYear(2019), ofYear(2019, { city: 'باريس' })]
      const refused = await batch(results)
      expect(refused.statusCode).toBe(422)
      expect(refused.json().fields).toEqual({ 'results.1.city': 'اختر المدينة من القائمة' })
      const lost = await batch([
        ofYear(2019),
        ofYear(2019, { city: 'النجف', directLink: `/files/${'0'.repeat(64)}/lost.zip` }),
      ])
      expect(lost.statusCode, lost.body).toBe(422)
      expect(Object.keys(lost.json().fields)).toEqual(['results.1.directLink'])
      expect((await room(`stage=${stage}&releaseYear=2019&try=1`)).results).toEqual([])
    })

    it('gives a result that is there its new file, unless it was changed meanwhile', async () => {
      const added = await batch([ofYear(2018, { city: 'واسط' })])
      const [{ id, version }] = added.json().data.results
      const link = 'https://files.example/wasit-2.zip'
      const replaced = await batch([
        ofYear(2018, { city: 'واسط', directLink: link, replaces: { id, version } }),
      ])
      expect(replaced.json().data.results).toMatchObject([{ id, directLink: link, version: version + 1 }])
      const late = await batch([
        ofYear(2018, { city: 'بابل' }),
        ofYear(2018, { city: 'واسط', replaces: { id, version } }),
      ])
      expect(late.statusCode).toBe(409)
      expect(Object.keys(late.json().fields)).toEqual(['results.1.directLink'])
      expect((await room(`stage=${stage}&releaseYear=2018&try=1`)).results).toHaveLength(1)
    })

    it('reads the names of files, and warns of each as the form does', async () => {
      const names = ['نتائج الكرخ الثالثة 2017 الدور الثاني.zip', 'نتائج تربية الكرخ.zip', 'results (3).zip']
      const read = await staff.send('POST', '/api/staff/results/proposals', { stage, names })
      const [sure, doubtful, silent] = read.json().data.proposals
      expect(sure).toMatchObject({ city: 'الكرخ الثالثة', releaseYear: 2017, try: 2, branch: null })
      expect(doubtful).toMatchObject({ city: null, cities: cities.slice(0, 3) })
      expect(silent).toMatchObject({ city: null, cities: [] })

      await batch([ofYear(2017, { city: 'ميسان' })])
      const checked = await staff.send('POST', '/api/staff/results/checks', {
        results: [
          ofYear(2017, { city: 'ميسان' }),
          ofYear(2017, { city: 'كركوك', branch: 'LITERARY' }),
          ofYear(2017, { city: 'أربيل' }),
        ],
      })
      const codes = checked
        .json()
        .data.warnings.map((warnings: { code: string }[]) => warnings.map(({ code }) => code))
      expect(codes).toEqual([['duplicate'], ['branch'], []])
    })

    it('proposes a city from the names in an archive when the file is called like any other', async () => {
      const pdf = await makePdf()
      const put = async (names: string[]) => {
        const bytes = await makeZip(Object.fromEntries(names.map(name => [`${name}.pdf`, pdf])))
        return (await site.services.files.store(streamOf(bytes), { name: 'a.zip', kind: 'zip' })).url
      }
      const schools = ['ثانوية أ', 'إعدادية الموصل', 'ثانوية ب']
      const addresses = [
        await put(schools.map(name => `تربية كركوك/علمي/${name}`)),
        await put(schools),
        'https://elsewhere.example/a.zip',
        await put([...schools, 'ثانوية بابل أ', 'ثانوية بابل ب', 'ثانوية بابل ج']),
        (await site.services.files.store(streamOf(pdf), { name: 'a.pdf', kind: 'pdf' })).url,
      ]
      const names = ['Desktop.zip', 'جديد.zip', 'ملف.zip', 'آخر.zip', 'تالف.zip']
      const body = { stage, names, addresses }
      const answer = await staff.send('POST', '/api/staff/results/proposals', body)
      const said = answer.json().data.proposals.map((one: Proposal) => [one.city, one.inside])
      const unsaid = { city: null, branch: null, isCitySure: false, failure: null }
      const nothing = [null, unsaid]
      expect(said).toEqual([
        [null, { ...unsaid, city: 'كركوك', branch: 'SCIENTIFIC', isCitySure: true }],
        nothing,
        nothing,
        [null, { ...unsaid, city: 'بابل' }],
        [null, { ...unsaid, failure: archiveSentences.damagedArchive }],
      ])
    })

    it('tells how far each archive is, beside the schools of a year before, and stops below 80 %', async () => {
      const pdf = await makePdf()
      const addArchive = async (releaseYear: number, schools: string[]) => {
        const bytes = await makeZip(Object.fromEntries(schools.map(school => [`${school}.pdf`, pdf])))
        const stored = await site.services.files.store(streamOf(bytes), { name: 'نتائج.zip', kind: 'zip' })
        const added = await batch([ofYear(releaseYear, { city: 'دهوك', directLink: stored.url })])
        expect(added.statusCode, added.body).toBe(201)
        return added.json().data.results[0].id as string
      }
      const open = async (id: string) => {
        const run = { signal: new AbortController().signal, progress: () => undefined }
        const write = await site.services.results.sheets.open(id, run)
        if (write) await site.database.kysely.transaction().execute(write)
      }
      const before = await addArchive(2015, ['ثانوية أ', 'ثانوية ب', 'ثانوية ج'])
      await open(before)
      await staff.send('POST', '/api/staff/publications', {
        records: [{ kind: 'result', id: before }],
        state: 'published',
      })
      const id = await addArchive(2016, ['ثانوية د', 'ثانوية هـ'])
      const query = `stage=${stage}&releaseYear=2016&try=1`
      expect((await room(query)).results).toMatchObject([{ id, archive: 'waiting', schools: 0 }])
      await open(id)
      const release = await room(query)
      expect(release.results).toMatchObject([
        { id, archive: 'ready', schools: 2, numbers: 0, unread: 2, state: 'draft' },
      ])
      for (const [state, readingStopped] of [
        ['failed', 'failed'],
        ['cancelled', 'cancelled'],
        ['waiting', null],
      ] as const) {
        const finishedAt = state === 'waiting' ? null : new Date()
        const reading = site.database.kysely.updateTable('jobs').set({ state, finishedAt })
        await reading.where('kind', '=', 'read-sheets').where('key', '=', id).execute()
        expect((await room(query)).results).toMatchObject([{ unread: 2, readingStopped }])
      }
      const setJob = async (kind: string, state: 'waiting' | 'done' | 'cancelled') => {
        const finishedAt = state === 'waiting' ? null : new Date()
        const own = site.database.kysely.updateTable('jobs').where('kind', '=', kind).where('key', '=', id)
        await own.set({ state, finishedAt }).execute()
      }
      const setArchive = (state: 'waiting' | 'ready') =>
        site.database.kysely.updateTable('sheetArchives').where('resultId', '=', id).set({ state }).execute()
      await setJob('read-sheets', 'done')
      await setArchive('waiting')
      expect((await room(query)).results).toMatchObject([{ unread: 2, readingStopped: null }])
      await setJob('open-archive', 'cancelled')
      expect((await room(query)).results).toMatchObject([{ unread: 2, readingStopped: 'cancelled' }])
      await setArchive('ready')
      expect((await room(query)).results).toMatchObject([{ unread: 2, readingStopped: 'failed' }])
      await setJob('read-sheets', 'waiting')
      expect(release.before).toEqual([{ city: 'دهوك', branch: null, schools: 3, numbers: 0 }])

      const publish = (change = {}) =>
        staff.send('POST', '/api/staff/publications', {
          records: [{ kind: 'result', id }],
          state: 'published',
          ...change,
        })
      const publishAt = new Date(Date.now() + 3_600_000).toISOString()
      for (const refused of [await publish(), await publish({ state: 'scheduled', publishAt })]) {
        expect(refused.statusCode).toBe(409)
        expect(refused.json()).toMatchObject({
          code: 'needs_confirmation',
          errors: ['دهوك: المدارس أقل من السنة الماضية بـ ٣٣٪: ٢ فقط.'],
        })
      }
      expect((await room(query)).results[0]?.state).toBe('draft')

      const { data: opened } = (await staff.send('GET', `/api/staff/results/${id}`)).json()
      const doubt = 'دهوك: المدارس أقل من السنة الماضية بـ ٣٣٪: ٢ فقط.'
      const warningsOf = async (change: object) => {
        const checked = await staff.send('POST', '/api/results/check', { ...opened, ...change })
        return checked.json().data.warnings.map(({ message }: { message: string }) => message)
      }
      expect(await warningsOf({ state: 'published' })).toEqual([doubt])
      expect(await warningsOf({})).toEqual([])
      const save = (change: object) => staff.send('PUT', `/api/results/${id}`, { ...opened, ...change })
      for (const refused of [
        await save({ state: 'published' }),
        await save({ state: 'scheduled', publishAt }),
      ])
        expect(refused.json()).toMatchObject({ code: 'needs_confirmation', errors: [doubt] })
      const changed = await save({ school: 'كل المدارس' })
      expect(changed.statusCode, changed.body).toBe(200)
      const { version } = changed.json().data
      const scheduled = await save({ state: 'scheduled', publishAt, confirmed: true, version })
      expect(scheduled.json().data).toMatchObject({ state: 'scheduled' })

      expect((await publish({ confirmed: [id] })).statusCode).toBe(200)
      expect((await room(query)).results[0]?.state).toBe('published')

      const lookup = { stage, number: '9999999999', releaseYear: 2016, try: 1 }
      const notFound = async () => {
        const answer = await site.app.inject({ method: 'POST', url: '/api/results/lookup', payload: lookup })
        expect(answer.statusCode).toBe(404)
        return answer.json<{ message: string }>().message
      }
      const stillRead = 'أوراق دهوك صدرت وما زالت تُقرأ: إن كانت مدينتك منها فابحث عن مدرستك الآن'
      await sql`insert into sheet_readings (file_id, pages, readable_pages, reader)
        values (repeat('a', 64), 1, 1, 1) on conflict do nothing`.execute(site.database.kysely)
      expect(await notFound()).toContain(stillRead)
      const page = await site.app.inject({ url: '/results/sixth-primary?try=1&year=2016' })
      expect(page.body).toContain(stillRead)
      const work = site.database.kysely.selectFrom('jobs').select('id').where('key', '=', id)
      const { id: job } = await work.where('kind', '=', 'read-sheets').executeTakeFirstOrThrow()
      const left =
        'أرقام دهوك لم تُقرأ كلها: إن كانت مدينتك منها فابحث عن مدرستك وافتح ورقتها، أو حمّل ملف المدينة.'
      expect((await staff.send('POST', `/api/jobs/${job}/cancel`)).statusCode).toBe(200)
      await expect.poll(notFound).toContain(left)
      expect(await notFound()).not.toContain('ما زالت')
      const stopped = await site.app.inject({ url: '/results/sixth-primary?try=1&year=2016' })
      expect(stopped.body).toContain(left)
      const status = await site.app.inject({ url: `/api/results/status?${query}` })
      expect(status.json().data).toMatchObject({ reading: [], stopped: ['دهوك'] })
      expect((await staff.send('POST', `/api/jobs/${job}/repeat`)).statusCode).toBe(200)
      await expect.poll(notFound).toContain(stillRead)
      const archive = site.database.kysely.updateTable('sheetArchives').where('resultId', '=', id)
      await archive.set({ state: 'failed' }).execute()
      await site.services.changes.tellHere(['results'])
      expect(await notFound()).toContain(left)
      expect((await staff.send('POST', `/api/results/${id}/sheets/opening`)).statusCode).toBe(200)
      await expect.poll(notFound).toContain(stillRead)
      await archive.set({ state: 'ready' }).execute()
      await site.database.kysely.transaction().execute(async transaction => {
        await sql`insert into sheet_readings (file_id, pages, readable_pages, reader)
          select distinct file_id, 1, 1, 1 from sheets where result_id = ${id}`.execute(transaction)
        await site.services.changes.announce(transaction, ['results'])
      })
      expect((await room(query)).results).toMatchObject([{ id, schools: 2, unread: 0 }])
      expect(await notFound()).not.toContain('تُقرأ:')
    })

    it('announces nothing when a city was changed after it was looked at, and says which', async () => {
      const added = await batch([ofYear(2012, { city: 'بابل' }), ofYear(2012, { city: 'واسط' })])
      const [first, second] = added.json().data.results
      const { data: opened } = (await staff.send('GET', `/api/staff/results/${second.id}`)).json()
      const link = 'https://files.example/other.zip'
      expect(
        (await staff.send('PUT', `/api/results/${second.id}`, { ...opened, directLink: link })).statusCode,
      ).toBe(200)
      const records = [first, second].map(({ id, version }) => ({ kind: 'result', id, version }))
      const publish = () => staff.send('POST', '/api/staff/publications', { records, state: 'published' })
      const refused = await publish()
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'stale_version', current: { city: 'واسط' } })
      const { results } = await room(`stage=${stage}&releaseYear=2012&try=1`)
      expect(results.map(({ state }) => state)).toEqual(['draft', 'draft'])
      records.splice(0, 2, ...results.map(({ id, version }) => ({ kind: 'result', id, version })))
      expect((await publish()).statusCode).toBe(200)
      expect((await publish()).statusCode).toBe(200)
    })

    it('announces once what two people announce at once, and what is announced again', async () => {
      const added = await batch([ofYear(2013, { city: 'بابل' }), ofYear(2013, { city: 'واسط' })])
      const ids: string[] = added.json().data.results.map(({ id }: { id: string }) => id)
      const records = ids.map(id => ({ kind: 'result', id }))
      const publish = () => staff.send('POST', '/api/staff/publications', { records, state: 'published' })
      const answers = [...(await Promise.all([publish(), publish()])), await publish()]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      const { results } = await room(`stage=${stage}&releaseYear=2013&try=1`)
      expect(results.map(({ version, state }) => [version, state])).toEqual([
        [2, 'published'],
        [2, 'published'],
      ])
      const entries = await site.database.kysely
        .selectFrom('auditEntries')
        .select('entityId')
        .where('entityId', 'in', ids)
        .where('action', '=', 'UPDATE')
        .execute()
      expect(entries).toHaveLength(2)
    })

    it('tells when the rest becomes public, and who has said so', async () => {
      const added = await batch([ofYear(2014, { city: 'النجف' })])
      const [{ id }] = added.json().data.results
      const publishAt = new Date(Date.now() + 3_600_000).toISOString()
      await staff.send('POST', '/api/staff/publications', {
        records: [{ kind: 'result', id }],
        state: 'scheduled',
        publishAt,
      })
      const { schedule } = await room(`stage=${stage}&releaseYear=2014&try=1`)
      expect(schedule).toEqual({ publishAt, count: 1, changedBy: staff.name })
    })

    it('shows a crowd at the moment of the announcement none of the cities or all of them', async () => {
      const crowdStage = 'THIRD_INTERMEDIATE'
      const results = cities.map(city => ofYear(2026, { city, stage: crowdStage }))
      const added = await batch(results)
      const records = added.json().data.results.map(({ id }: { id: string }) => ({ kind: 'result', id }))
      const seen = async () => {
        const answer = await site.app.inject({ url: `/api/results?stage=${crowdStage}` })
        expect(answer.statusCode).toBe(200)
        return (answer.json() as unknown[]).length
      }
      const crowd = Array.from({ length: 100 }, seen)
      const flip = staff.send('POST', '/api/staff/publications', { records, state: 'published' })
      for (let count = 0; count < 100; count += 1) {
        crowd.push(seen())
        if (count % 10 === 0) await new Promise(resolve => setImmediate(resolve))
      }
      expect((await flip).statusCode).toBe(200)
      const counts = await Promise.all([...crowd, seen()])
      expect(counts.at(-1)).toBe(cities.length)
      expect(counts[0]).toBe(0)
      expect([...new Set(counts)].toSorted((a, b) => a - b)).toEqual([0, cities.length])
    })
  },
)
