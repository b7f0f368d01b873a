import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Engine } from '#server/base/db/open.ts'
import { packBoxes } from '#server/files/page-texts/word-boxes.ts'
import type { Box } from '#server/reading/page.types.ts'
import { wantCut } from '#server/files/page-texts/cut-questions.kind.ts'
import type { QuestionGroup, QuestionVerdicts } from '#contract/resources/question.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { examInput } from '#test/factories.ts'
import { streamOf } from '#test/files.ts'
import { countStatements } from '#test/statements.ts'
import * as repository from './questions.repository.ts'

const scope: { stage: MinisterialGradeCode; subject: SubjectCode } = {
  stage: 'SIXTH_PREPARATORY',
  subject: 'PHYSICS',
}
const young = 'كان البعد بين شقي يونك 0.2 mm وبعد الشاشة عنهما 1 m ، احسب طول موجة الضوء المستعمل'
/** Where the words of a text stand: each line a tenth of the page below the one before. */
const boxesOf = (text: string) =>
  packBoxes(
    text.split('\n').flatMap((line, row) => line.split(' ').map((): Box => [0.1, row / 10, 0.1, 0.04])),
  )
const untilJoined = { timeout: 30_000, interval: 50 }
const engines: Engine[] = ['pglite', 'postgres']

describe.each(engines)('questions of exams, on %s', engine => {
  const isHere = engine === 'pglite' || hasPostgres()
  let site: TestApp
  let staff: TestStaff
  const ids: Record<string, string> = {}
  let tries = 0

  /** Keeps a picture whose text is known. Shape: its address. */
  async function keepPage(text: string): Promise<string> {
    const [red = 0, green = 0, blue = 0] = createHash('sha256').update(text).digest()
    const background = { r: red, g: green, b: blue }
    const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
    const { url } = await site.services.files.store(streamOf(picture), { name: '1.png' })
    const hash = sha256OfFileAddress(url) ?? ''
    const { kysely } = site.database
    await sql`insert into page_text_files (file_hash, page_count, is_ended, reader_version)
      values (${hash}, 1, true, 99) on conflict do nothing`.execute(kysely)
    await sql`insert into page_texts (file_hash, page, source, quality, text, boxes, reader_version)
      values (${hash}, 1, 'picture', 0.95, ${text}, ${boxesOf(text)}, 99) on conflict do nothing`.execute(
      kysely,
    )
    return url
  }

  async function addExam(name: string, texts: readonly string[], change: object = {}): Promise<void> {
    const files = await Promise.all(texts.map(keepPage))
    const input = { ...examInput({ ...scope, title: `فيزياء ${name}`, files }), ...change }
    const answer = await staff.send('POST', '/api/ministerial-exams', input)
    expect(answer.statusCode, answer.body).toBe(201)
    ids[name] = answer.json().data.id
  }
  const idOf = (name: string) => ids[name] ?? ''

  /** Where a question of an exam stands beside it: «2022 2 أ». */
  async function othersOf(name: string, label: string): Promise<string[] | undefined> {
    const found = await site.services.exams.questions.repeatsOf({ id: idOf(name), ...scope })
    return found
      .find(each => each.label === label)
      ?.others.map(({ year, label: place }) => `${year} ${place}`)
  }
  async function expectOthers(name: string, label: string, others: string[]): Promise<void> {
    await expect.poll(() => othersOf(name, label), untilJoined).toEqual(others)
  }
  /** Waits until what was wanted of the questions is done. */
  async function expectSettled(): Promise<void> {
    const { kysely } = site.database
    const left = () =>
      sql`select kind from jobs where kind in ('cut-questions', 'join-questions') and state in ('waiting', 'running')`.execute(
        kysely,
      )
    await expect.poll(async () => (await left()).rows, untilJoined).toEqual([])
  }
  const pageOf = async (path: string) => (await site.app.inject({ url: path })).body

  const groups = async (search = ''): Promise<QuestionGroup[]> => {
    const query = new URLSearchParams({ ...scope, search }).toString()
    return (await staff.send('GET', `/api/staff/ministerial-exams/questions?${query}`)).json().data.items
  }
  const judge = (verdicts: QuestionVerdicts['verdicts']) =>
    staff.send('PUT', '/api/staff/ministerial-exams/questions/verdicts', { ...scope, verdicts })

  beforeAll(async () => {
    if (!isHere) return
    site = await openTestApp({ engine, environment: { SITE_URL: 'https://rafid.example' } })
    staff = await site.signIn()
    await addExam(
      '2019',
      [`وزارة التربية\nس١: أ- ${young}\nب- عرّف الحيود`, 'س٢: أ- ما المقصود بالحث الذاتي'],
      {
        releaseYear: 2019,
      },
    )
    await addExam('2022', [`س١: أ- ما المقصود بالرنين\nب- اذكر فرضيتي آينشتاين\nس٢: أ- ${young}`], {
      releaseYear: 2022,
      try: 2,
    })
    await addExam('2023', [`س١: أ- ${young.replace('0.2', '0.5')}\nس٢: أ- ماذا يقصد بالحث الذاتي؟`], {
      releaseYear: 2023,
    })
  })
  afterAll(async () => {
    if (isHere) await site.close()
  })

  it.runIf(isHere)(
    'are joined over years once their pages are read, and not with other numbers',
    async () => {
      await expectOthers('2019', '1 أ', ['2022 2 أ'])
      await expectOthers('2023', '2 أ', ['2019 2 أ'])
      expect(await othersOf('2023', '1 أ')).toBeUndefined()
      expect(await othersOf('2019', '1 ب')).toBeUndefined()
    },
  )

  it.runIf(isHere)(
    'stand under the page of their exam, and on the page of the most repeated ones',
    async () => {
      await expectOthers('2019', '1 أ', ['2022 2 أ'])
      const exam = await pageOf(`/ministerial/preview/${idOf('2019')}`)
      expect(exam).toContain('س١ أ تكرر:')
      /* Two of three lines: the page goes on below it. */
      expect(exam.match(/aspect-ratio:300 \/ [\d.]+/g)).toEqual([
        'aspect-ratio:300 / 72',
        'aspect-ratio:300 / 328',
      ])
      expect(exam).toContain(`href="/ministerial/preview/${idOf('2022')}#page-1"`)
      const list = '/ministerial/sixth-preparatory/questions'
      const most = await pageOf(`${list}?subject=PHYSICS`)
      expect(most).toContain('<h1>الأسئلة الأكثر تكراراً في')
      expect(most).toContain(`href="/ministerial/preview/${idOf('2019')}#page-2"`)
      expect(await pageOf(list)).toContain(`${list}?subject=PHYSICS`)
      for (const path of ['/ministerial/sixth-preparatory', '/grade/sixth-preparatory'])
        expect(await pageOf(path), path).toContain(list)
      expect(await pageOf('/sitemaps/pages-1.xml')).toContain(`${list}?subject=PHYSICS`)
      expect(await pageOf('/ministerial/sixth-primary/questions?subject=MATH')).toContain('لم تُنشر')
    },
  )

  it.runIf(isHere)('are never shown of drafts and of what is to come', async () => {
    const text = `س١: أ- ${young}\nب- ما المقصود بالرنين`
    await addExam('مسودة', [text], { releaseYear: 2024, state: 'draft' })
    await addExam('مجدول', [`${text} الكهربائي`], {
      releaseYear: 2025,
      state: 'scheduled',
      publishAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await expect
      .poll(async () => (await groups()).map(({ places }) => places.length), untilJoined)
      .toContain(4)
    expect(await othersOf('2019', '1 أ')).toEqual(['2022 2 أ'])
    const most = await site.services.exams.questions.mostRepeated(scope, { limit: 10, offset: 0 })
    expect(most.map(({ places }) => places.map(({ year }) => year))).toEqual([
      [2023, 2019],
      [2022, 2019],
    ])
    const draft = await staff.send('GET', `/api/staff/ministerial-exams/${idOf('مسودة')}`)
    const { data } = draft.json()
    const published = await staff.send('PUT', `/api/ministerial-exams/${idOf('مسودة')}`, {
      ...data,
      state: 'published',
    })
    expect(published.statusCode, published.body).toBe(200)
    expect(await othersOf('2019', '1 أ')).toEqual(['2024 1 أ', '2022 2 أ'])
    await staff.send('DELETE', `/api/ministerial-exams/${idOf('مسودة')}`)
    expect(await othersOf('2019', '1 أ')).toEqual(['2022 2 أ'])
  })

  it.runIf(isHere)('are parted and joined by staff, for good, and back again', async () => {
    const one = { examId: idOf('2019'), label: '1 أ' }
    const other = { examId: idOf('2022'), label: '2 أ' }
    const answer = await judge([{ one, other, isSame: false }])
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await othersOf('2019', '1 أ')).toBeUndefined()
    expect((await staff.send('GET', '/api/auditlog?entity=QUESTION')).json().logs).toMatchObject([
      { description: 'فُصل سؤال عن أسئلة تشبهه' },
    ])
    /* Cut anew, the exam is judged as before. */
    const { data: exam } = (await staff.send('GET', `/api/staff/ministerial-exams/${idOf('2022')}`)).json()
    const files = [...exam.files, await keepPage('س٣: أ- علل تصنع قلوب المحولات من صفائح رقيقة')]
    await staff.send('PUT', `/api/ministerial-exams/${idOf('2022')}`, { ...exam, files })
    await expectSettled()
    expect(await groups('قلوب المحولات')).toHaveLength(1)
    expect(await othersOf('2019', '1 أ')).toBeUndefined()
    expect((await judge(answer.json().data.verdicts)).statusCode).toBe(200)
    await expectOthers('2019', '1 أ', ['2022 2 أ'])
    const joined = await judge([{ one: { examId: idOf('2019'), label: '1 ب' }, other, isSame: true }])
    expect(joined.statusCode, joined.body).toBe(200)
    expect(await othersOf('2019', '1 ب')).toEqual(['2022 2 أ'])
    expect((await judge([{ one, other: { ...other, label: '9' }, isSame: true }])).statusCode).toBe(404)
  })
  it.runIf(isHere)(
    'leave the pages of the site when the page they stood on is read anew',
    async () => {
      tries += 1
      const texts = [1, 2, 3].map(n => `س١: أ- ${young.replace('0.2', `0.${tries}7`)}${' '.repeat(n)}`)
      for (const [n, text] of texts.entries())
        await addExam(`حث ${n}`, [text], { releaseYear: 2010 + n, subject: 'CHEMISTRY' })
      /* The one that gives the group its name stays. */
      const [first = '', , last = ''] = texts.map((_, n) => idOf(`حث ${n}`)).toSorted()
      const addressOf = (id: string) => `/ministerial/preview/${id}`
      const list = '/ministerial/sixth-preparatory/questions?subject=CHEMISTRY'
      for (const path of [addressOf(first), list])
        await expect.poll(() => pageOf(path), untilJoined).toContain(`href="${addressOf(last)}#page-1"`)
      const { kysely } = site.database
      await sql`
      update page_texts set text = 'س١: أ- ما المقصود بالطيف الذري' where file_hash = (
        select file_id from file_references where record_id = ${last})`.execute(kysely)
      await kysely.transaction().execute(transaction => wantCut(transaction, [{ id: last, title: 'حث' }]))
      for (const path of [addressOf(first), list])
        await expect.poll(() => pageOf(path), untilJoined).not.toContain(`href="${addressOf(last)}#page-1"`)
    },
    60_000,
  )
  it.runIf(isHere)('stay while the files of their exam are read again, and go with the files', async () => {
    tries += 1
    const text = `س١: أ- ${young.replace('0.2', `0.${tries}8`)}`
    await addExam('يُقرأ', [text], { releaseYear: 2014, subject: 'BIOLOGY' })
    await addExam('مقروء', [`${text} `], { releaseYear: 2015, subject: 'BIOLOGY' })
    const id = idOf('يُقرأ')
    const labels = async (subject: SubjectCode) =>
      (await site.services.exams.questions.repeatsOf({ ...scope, id, subject })).map(({ label }) => label)
    await expect.poll(() => labels('BIOLOGY'), untilJoined).toEqual(['1 أ'])
    const { kysely } = site.database
    await sql`
      update page_text_files set is_ended = false where file_hash = (
        select file_id from file_references where record_id = ${id})`.execute(kysely)
    await kysely.transaction().execute(transaction => wantCut(transaction, [{ id, title: 'يُقرأ' }]))
    await expectSettled()
    expect(await labels('BIOLOGY')).toEqual(['1 أ'])
    const again = await countStatements(async () => {
      await kysely.transaction().execute(transaction => wantCut(transaction, [{ id, title: 'يُقرأ' }]))
      await expectSettled()
    })
    expect(again.filter(statement => /^\s*update "?exam_questions/.test(statement))).toEqual([])
    const move = async (subject: SubjectCode) => {
      const { data: moved } = (await staff.send('GET', `/api/staff/ministerial-exams/${id}`)).json()
      const answer = await staff.send('PUT', `/api/ministerial-exams/${id}`, { ...moved, subject })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    await addExam('هناك', [`${text}  `], { releaseYear: 2013, subject: 'ENGLISH' })
    await expectSettled()
    await move('ENGLISH')
    await expect.poll(() => labels('ENGLISH'), untilJoined).toEqual(['1 أ'])
    await move('BIOLOGY')
    await expect.poll(() => labels('BIOLOGY'), untilJoined).toEqual(['1 أ'])
    const { data } = (await staff.send('GET', `/api/staff/ministerial-exams/${id}`)).json()
    const unread = await keepPage(`س١: أ- ${young} ${tries}`)
    await sql`update page_text_files set is_ended = false where file_hash = ${sha256OfFileAddress(unread) ?? ''}`.execute(
      kysely,
    )
    await staff.send('PUT', `/api/ministerial-exams/${id}`, { ...data, files: [unread] })
    await expectSettled()
    expect(await labels('BIOLOGY')).toEqual([])
  })

  it.runIf(isHere && engine === 'postgres')(
    'are cut while staff judge them, whatever their order',
    async () => {
      tries += 1
      const text = `س9: ما المقصود بالحث الذاتي ${tries}\nس10: ما المقصود بالرنين`
      await addExam('قائمة', [text], { subject: 'CHEMISTRY' })
      await expectSettled()
      const { kysely } = site.database
      const examId = idOf('قائمة')
      const tenth = sql`select from exam_questions where exam_id = ${examId} and label = '10' for update`
      const waiting = async (count: number) => {
        const look = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        await expect.poll(async () => (await look.execute(kysely)).rows.length, untilJoined).toBe(count)
      }
      const held = await kysely.startTransaction().execute()
      await tenth.execute(held)
      const judged = kysely
        .transaction()
        .execute(transaction => repository.lockGroups(transaction, { ...scope, subject: 'CHEMISTRY' }))
      await waiting(1)
      const cut = kysely.transaction().execute(async transaction => {
        /* The index would give them in order by chance. */
        await sql`set local enable_indexscan = off`.execute(transaction)
        return repository.replaceQuestions(transaction, { id: examId, files: [] }, [])
      })
      await waiting(2)
      await held.rollback().execute()
      await expect(Promise.all([judged, cut])).resolves.toBeDefined()
    },
  )
})
