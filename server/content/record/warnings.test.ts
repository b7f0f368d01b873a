import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { filePath, sha256OfFileAddress } from '#contract/paths.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { sharp } from '#server/base/pictures-library.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { describeEachEngine } from '#test/database.ts'
import { makeCover, makePdf, makeScan, streamOf } from '#test/files.ts'

const thisYear = new Date().getFullYear()
const shared = { keywords: ['كلمة'], directLink: 'https://files.example/a.zip' }

const result = { ...shared, city: 'الكرخ الأولى', stage: 'SIXTH_PREPARATORY', try: 1, releaseYear: thisYear }
const exam = {
  title: 'أسئلة الرياضيات',
  description: 'أسئلة الدور الأول كاملة',
  stage: 'SIXTH_PREPARATORY',
  subject: 'MATH',
  releaseYear: thisYear,
  try: 1,
  files: ['https://files.example/1.png'],
  keywords: ['كلمة'],
}
const book = {
  ...shared,
  title: 'كتاب الرياضيات',
  subject: 'MATH',
  stage: 'FIRST_PRIMARY',
  releaseYear: thisYear,
  description: 'وصف',
}
const note = {
  ...shared,
  title: 'ملزمة الأحياء',
  teacher: 'أحمد',
  subject: 'BIOLOGY',
  stage: 'SIXTH_PREPARATORY',
  releaseYear: thisYear,
}
const news = {
  title: 'إعلان النتائج',
  bio: 'ملخص',
  content: 'نص',
  type: 'GENERAL_NEWS',
  image: 'https://files.example/1.jpg',
  keywords: ['كلمة'],
}

/** Pictures have their marks after a while on a busy machine. */
const inTime = { timeout: 15_000 }

/** The address of a file of ours with this name. */
const file = (name: string) => filePath('a'.repeat(64), name)

interface Kind {
  path: string
  table: 'results' | 'exams' | 'books' | 'notes' | 'news'
  input: Record<string, unknown>
  /** The same to a reader, typed otherwise. */
  same: Record<string, unknown>
  /** What makes it another record. */
  others: Record<string, unknown>[]
}

const kinds: Kind[] = [
  {
    path: '/api/results',
    table: 'results',
    input: result,
    same: {},
    others: [
      { city: 'واسط' },
      { stage: 'THIRD_INTERMEDIATE' },
      { try: 2 },
      { releaseYear: thisYear - 1 },
      { branch: 'LITERARY' },
      { school: 'مدرسة' },
    ],
  },
  {
    path: '/api/ministerial-exams',
    table: 'exams',
    input: exam,
    same: { title: 'عنوان آخر' },
    others: [{ subject: 'PHYSICS' }, { try: 2 }, { releaseYear: thisYear - 1 }, { stage: 'SIXTH_PRIMARY' }],
  },
  {
    path: '/api/books',
    table: 'books',
    input: book,
    same: { title: 'كتاب رياضيات' },
    others: [{ title: 'كتاب العلوم' }, { stage: 'SECOND_PRIMARY' }, { releaseYear: thisYear - 1 }],
  },
  {
    path: '/api/malazimas',
    table: 'notes',
    input: note,
    same: { title: 'ملزمه الاحياء', teacher: 'احمد' },
    others: [{ teacher: 'علي' }, { title: 'ملزمة الكيمياء' }, { releaseYear: thisYear - 1 }],
  },
  {
    path: '/api/news',
    table: 'news',
    input: news,
    same: { title: 'اعلان  النتائج' },
    others: [{ title: 'إعلان النتائج اليوم' }],
  },
]

describeEachEngine('warnings before a save', (_open, engine) => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp({ engine })
    staff = await site.signIn('editor')
  })
  beforeEach(async () => {
    for (const { table } of kinds) await site.database.kysely.deleteFrom(table).execute()
  })
  afterAll(() => site.close())

  async function check(path: string, input: object, headers?: Record<string, string>): Promise<Warning[]> {
    const answer = await staff.send('POST', `${path}/check`, input, headers)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.warnings
  }

  it.each(kinds)('names the record of $path that says the same, and no other', async kind => {
    const { path, input, same, others } = kind
    expect(await check(path, input)).toEqual([])
    const added = await staff.send('POST', path, input, { 'idempotency-key': `the key of the ${kind.table}` })
    expect(added.statusCode, added.body).toBe(201)
    const { id } = added.json().data
    const [warning, ...rest] = await check(path, { ...input, ...same })
    expect(rest).toEqual([])
    expect(warning).toMatchObject({ code: 'duplicate', record: { id, version: 1 } })
    expect(warning?.record?.name).toMatch(/[ء-ي]/)
    for (const change of others)
      expect(await check(path, { ...input, ...change }), JSON.stringify(change)).toEqual([])
    expect(await check(path, { ...input, id }), 'the record itself').toEqual([])
    const own = { 'idempotency-key': `the key of the ${kind.table}` }
    expect(await check(path, input, own), 'what the same draft has added').toEqual([])
  })

  it.each([
    ['/api/results', result, { directLink: file('نتائج نينوى.zip') }, 'نينوى'],
    ['/api/results', result, { directLink: file('الكرخ_الاولى_الدور_الثاني.zip') }, 'الدور الثاني'],
    ['/api/results', result, { directLink: file('الكرخ 1 سادس ابتدائي.zip') }, 'السادس الابتدائي'],
    ['/api/results', { ...result, branch: 'SCIENTIFIC' }, { directLink: file('سادس ادبي.zip') }, 'أدبي'],
    ['/api/results', result, { directLink: file('نتائج 2019.zip') }, '٢٠١٩'],
    ['/api/books', book, { directLink: file('كتاب الفيزياء.pdf') }, 'الفيزياء'],
    ['/api/malazimas', note, { directLink: file('احياء ثالث متوسط.pdf') }, 'الثالث المتوسط'],
    ['/api/ministerial-exams', exam, { files: [file('١.png'), file('فيزياء سادس.png')] }, 'الفيزياء'],
  ])('warns for %s of a file whose name says otherwise', async (path, input, change, named) => {
    const [warning, ...rest] = await check(path, { ...input, ...change })
    expect(rest).toEqual([])
    expect(warning).toMatchObject({ code: 'file_name', record: null })
    expect(warning?.message).toContain(`«${named}»`)
  })

  it.each([
    ['/api/results', result, { directLink: file('نتائج الكرخ الأولى السادس الإعدادي.zip') }],
    ['/api/results', result, { directLink: file('نتائج الكرخ.zip') }],
    ['/api/results', result, { directLink: file('1.zip') }],
    ['/api/books', book, { directLink: file(`رياضيات اول ابتدائي ${thisYear - 1}-${thisYear}.pdf`) }],
    ['/api/malazimas', { ...note, subject: 'ARABIC' }, { directLink: file('قواعد.pdf') }],
    ['/api/ministerial-exams', exam, { files: [file('صفحة 3.png'), file('scan001.png')] }],
    ['/api/results', result, { directLink: 'https://files.example/نينوى.zip' }],
  ])('says nothing for %s of a file whose name agrees or says nothing', async (path, input, change) => {
    expect(await check(path, { ...input, ...change })).toEqual([])
  })

  it('warns of a branch in a grade without branches, and of unlikely years', async () => {
    const codes = async (path: string, input: object) => (await check(path, input)).map(({ code }) => code)
    for (const stage of ['SIXTH_PRIMARY', 'THIRD_INTERMEDIATE']) {
      expect(await codes('/api/results', { ...result, stage, branch: 'LITERARY' })).toEqual(['branch'])
    }
    expect(await codes('/api/results', { ...result, branch: 'LITERARY' })).toEqual([])
    expect(await codes('/api/books', { ...book, branch: 'SCIENTIFIC' })).toEqual(['branch'])
    expect(await codes('/api/malazimas', { ...note, stage: 'SIXTH_PRIMARY', branch: 'LITERARY' })).toEqual([
      'branch',
    ])
    expect(await codes('/api/results', { ...result, releaseYear: thisYear + 1 })).toEqual(['year'])
    expect(await codes('/api/ministerial-exams', { ...exam, releaseYear: thisYear + 1 })).toEqual(['year'])
    expect(await codes('/api/ministerial-exams', { ...exam, releaseYear: 2001 })).toEqual([])
    expect(await codes('/api/books', { ...book, releaseYear: thisYear + 1 })).toEqual([])
    expect(await codes('/api/books', { ...book, releaseYear: thisYear + 2 })).toEqual(['year'])
    expect(await codes('/api/malazimas', { ...note, releaseYear: thisYear - 11 })).toEqual(['year'])
    const [early] = await check('/api/results', { ...result, releaseYear: thisYear + 1 })
    expect(early?.message).toBe(`سنة ${formatPlainNumber(thisYear + 1)} لم تأتِ بعد.`)
    const [late] = await check('/api/malazimas', { ...note, releaseYear: thisYear - 11 })
    expect(late?.message).toContain(`سنة ${formatPlainNumber(thisYear - 11)} قديمة.`)
  })

  it('takes two exams of different branches for two', async () => {
    await staff.send('POST', '/api/ministerial-exams', { ...exam, title: 'أسئلة الرياضيات العلمي' })
    expect(await check('/api/ministerial-exams', { ...exam, title: 'أسئلة الرياضيات الأدبي' })).toEqual([])
    expect(await check('/api/ministerial-exams', { ...exam, title: 'الرياضيات العلمي' })).toHaveLength(1)
  })

  it('names the records whose cover or first page is like the picture, however it was packed', async () => {
    const store = async (of: number, packed?: { width: number; quality: number }) =>
      (await site.services.files.store(streamOf(await makeCover(of, packed)), { name: 'غلاف.jpg' })).url
    const [cover, again, other] = [
      await store(1),
      await store(1, { width: 330, quality: 40 }),
      await store(2),
    ]
    const small = await store(1, { width: 120, quality: 90 })
    for (const [path, input, show] of [
      ['/api/books', book, (image: string) => ({ image })],
      ['/api/malazimas', note, (image: string) => ({ image })],
      ['/api/ministerial-exams', exam, (image: string) => ({ files: [image] })],
    ] as const) {
      const added = await staff.send('POST', path, { ...input, ...show(cover) })
      expect(added.statusCode, added.body).toBe(201)
      const { id, version } = added.json().data
      const rest = { ...input, title: 'شيء آخر تماماً', try: 3 }
      const likeThis = [{ code: 'likeness', record: { id, name: input.title, version } }]
      const like = (change: object) => check(path, { ...rest, ...show(again), ...change })
      await expect.poll(() => like({}), inTime).toMatchObject(likeThis)
      expect(await check(path, { ...rest, ...show(other) }), 'another cover').toEqual([])
      expect(await check(path, { ...rest, ...show(small) }), 'too small to say').toEqual([])
      const isSeries = path !== '/api/ministerial-exams'
      const releaseYear = input.releaseYear - 1
      await expect.poll(() => like({ releaseYear }), inTime).toMatchObject(isSeries ? [] : likeThis)
      expect(await like({ id }), 'the record itself').toEqual([])
      const [same, ...more] = await check(path, { ...input, ...show(again) })
      expect([same?.code, more], 'named once').toEqual(['duplicate', []])
    }
  })

  it(
    'knows a PDF without a cover by its first page, within its subject and about its number of pages',
    { timeout: 60_000 },
    async () => {
      const { files } = site.services
      const store = async (bytes: Buffer) => (await files.store(streamOf(bytes), { name: 'ملف.pdf' })).url
      const scan = async (of: number, pages: number, packed?: { width: number; quality: number }) => {
        const url = await store(await makeScan(await makeCover(of, packed), pages))
        expect(await files.likeness.markOf(sha256OfFileAddress(url) ?? '')).toMatch(/^[01]{256}$/)
        return url
      }
      const sentOn = { width: 420, quality: 45 }
      const own = await scan(11, 3)
      const again = await scan(11, 4, sentOn)
      const other = await scan(12, 3)
      const long = await scan(11, 9, sentOn)
      const likeCover = await scan(13, 3, sentOn)
      const cover = await files.store(streamOf(await makeCover(13)), { name: 'غلاف.jpg' })
      const add = async (change: object) => {
        const { id } = (await staff.send('POST', '/api/books', { ...book, ...change })).json().data
        return [{ code: 'likeness', field: 'directLink', record: { id } }]
      }
      const asWith = (directLink: string, change: object = {}) =>
        check('/api/books', { ...book, title: 'شيء آخر تماماً', directLink, ...change })
      const first = await add({ directLink: own })
      await expect.poll(() => asWith(again), inTime).toMatchObject(first)
      const text = await store(await makePdf(3))
      const second = await add({ directLink: text, image: cover.url, title: 'ثانٍ' })
      await expect.poll(() => asWith(likeCover), inTime).toMatchObject(second)
      expect(await asWith(other), 'another first page').toEqual([])
      expect(await asWith(long), 'many more pages').toEqual([])
      expect(await asWith(again, { subject: 'CHEMISTRY' }), 'another subject').toEqual([])
      const shown = (await files.store(streamOf(await makeCover(11)), { name: 'غلاف.jpg' })).url
      const asCover = (change: object = {}) =>
        check('/api/books', {
          ...book,
          title: 'شيء آخر تماماً',
          directLink: undefined,
          image: shown,
          ...change,
        })
      await expect.poll(asCover, inTime).toMatchObject([{ ...first[0], field: 'image' }])
      expect(await asCover({ subject: 'CHEMISTRY' }), 'a cover like a page of another subject').toEqual([])
    },
  )

  it.runIf(engine === 'pglite')(
    'names what says the same also while pictures cannot be compared',
    async () => {
      const cover = await makeCover(3)
      const { url } = await site.services.files.store(streamOf(cover), {
        name: 'غلاف.jpg',
        isShownWhole: true,
      })
      const { id } = (await staff.send('POST', '/api/books', book)).json().data
      const hangs = vi
        .spyOn(site.services.files.renditions, 'get')
        .mockImplementation(() => new Promise(() => undefined))
      const fails = vi.spyOn(site.services.files.likeness, 'markOf').mockRejectedValue(new Error('lost'))
      const input = { ...book, image: url }
      const duplicates = [
        expect.objectContaining({ code: 'duplicate', record: { id, name: book.title, version: 1 } }),
      ]
      try {
        expect(await check('/api/books', input), 'that fail').toEqual(duplicates)
        fails.mockRestore()
        const since = performance.now()
        expect(await check('/api/books', input), 'that hang').toEqual(duplicates)
        expect(performance.now() - since).toBeLessThan(limits.warningsWaitMs)
        const asked = site.services.books.listWarnings(input as never, [], AbortSignal.timeout(20))
        expect(await asked, 'that hang, for one who waits less').toEqual(duplicates)
        expect(performance.now() - since).toBeLessThan(limits.likenessWaitMs * 2)
        const warn = vi.spyOn(site.services.files.parts.log, 'warn')
        const over = AbortSignal.abort()
        for (const _row of [1, 2])
          expect(await site.services.books.listWarnings(input as never, [], over)).toEqual(duplicates)
        expect(warn.mock.calls, 'once for all of them').toEqual([
          [expect.stringContaining('pictures are alike')],
        ])
      } finally {
        vi.restoreAllMocks()
      }
      expect(hangs).toHaveBeenCalled()
    },
  )

  it('compares pictures that are wider than high', async () => {
    const wide = async (of: number, width: number, height: number) => {
      const picture = await sharp(await makeCover(of))
        .resize(width, height, { fit: 'fill' })
        .jpeg()
        .toBuffer()
      return (await site.services.files.store(streamOf(picture), { name: 'صفحة.jpg' })).url
    }
    const [page, again, other] = [
      await wide(4, 1600, 1200),
      await wide(4, 400, 300),
      await wide(5, 1600, 1200),
    ]
    const added = await staff.send('POST', '/api/ministerial-exams', { ...exam, files: [page] })
    const { id } = added.json().data
    const showing = (url: string) => check('/api/ministerial-exams', { ...exam, try: 3, files: [url] })
    await expect.poll(() => showing(again), inTime).toMatchObject([{ code: 'likeness', record: { id } }])
    expect(await showing(other), 'another page').toEqual([])
  })

  it('marks in the background what has no mark, also after one that fails', async () => {
    const { files } = site.services
    const urls = await Promise.all(
      [6, 7, 8].map(async of => {
        const name = 'غلاف.jpg'
        return (await files.store(streamOf(await makeCover(of)), { name, isShownWhole: true })).url
      }),
    )
    for (const [at, image] of urls.entries())
      await staff.send('POST', '/api/books', { ...book, title: `كتاب ${at}`, image })
    const contents = urls.map(url => sha256OfFileAddress(url) ?? '').toSorted()
    const [failing, refused, sound] = contents
    const { get } = files.renditions
    vi.spyOn(files.renditions, 'get').mockImplementation(async (sha256, ...how) => {
      if (sha256 === failing) throw new Error('lost')
      if (sha256 === refused) throw new AppError('wrong_file_type')
      return get(sha256, ...how)
    })
    const ending = new AbortController()
    const adopting = files.likeness.adopt(ending.signal)
    try {
      const marks = () =>
        site.database.kysely
          .selectFrom('pictureMarks')
          .select(['fileHash', 'mark'])
          .where('fileHash', 'in', contents)
          .orderBy('fileHash')
          .execute()
      await expect.poll(marks, inTime).toEqual([
        { fileHash: refused, mark: null },
        { fileHash: sound, mark: expect.stringMatching(/^[01]{256}$/) },
      ])
    } finally {
      ending.abort()
      vi.restoreAllMocks()
      await expect(adopting).rejects.toThrow()
    }
  })

  it('asks little: an unfinished or wrong input has no warnings, and only staff may ask', async () => {
    for (const { path } of kinds) {
      expect(await check(path, {})).toEqual([])
      expect(
        await check(path, { title: 7, stage: 'NOWHERE', releaseYear: 'x', files: null, directLink: {} }),
      ).toEqual([])
      const stranger = await site.app.inject({ method: 'POST', url: `${path}/check`, payload: {} })
      expect(stranger.statusCode).toBe(401)
    }
  })
})
