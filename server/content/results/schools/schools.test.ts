import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { between } from '#contract/between.ts'
import { paths } from '#contract/paths.ts'
import type { SearchAnswer } from '#contract/resources/search.ts'
import type { Sheet, SheetList } from '#contract/resources/sheet.ts'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'
import { markWords } from './mark-words.ts'

let site: TestApp
let staff: TestStaff

async function add(city: string, files: Record<string, Buffer>, change = {}): Promise<string> {
  const { url } = await site.services.files.store(streamOf(await makeZip(files)), {
    name: 'نتائج.zip',
    kind: 'zip',
  })
  const answer = await staff.send('POST', '/api/results', {
    ...resultInput({ directLink: url, releaseYear: 2026, branch: 'SCIENTIFIC', try: 1 }),
    city,
    ...change,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = answer.json().data
  const run = { signal: new AbortController().signal, progress: () => undefined }
  const write = await site.services.results.sheets.open(id, run)
  if (write) await site.database.kysely.transaction().execute(write)
  void site.services.changes.tellHere(['results'])
  return id
}

const get = (url: string) => site.app.inject({ method: 'GET', url: encodeURI(url) })
async function page(url: string): Promise<string> {
  const answer = await get(url)
  expect(answer.statusCode).toBe(200)
  return answer.body.replace(/^.*<main/s, '<main')
}
async function names(query: string): Promise<string[]> {
  const body = await page(`/results/sixth-preparatory/schools?${query}`)
  return [...body.matchAll(/class="card-link" href="\/results\/sheet\/[^"]+"><bdi>(.*?)<\/bdi>/g)].map(
    ([, name = '']) => name.replaceAll(/<[^>]+>/g, ''),
  )
}
async function sheetsOf(id: string): Promise<Sheet[]> {
  return ((await get(`/api/results/${id}/sheets`)).json().data as SheetList).sheets
}

let kirkuk: string

beforeAll(async () => {
  site = await openTestApp()
  await site.services.jobRunner.close()
  staff = await site.signIn()
  const one = await makePdf(1)
  const three = await makePdf(3)
  kirkuk = await add('كركوك', {
    'بنين/1- إعدادية الجمهورية للبنين.pdf': three,
    'بنات/إعدادية خديجة الكبرى.pdf': await makePdf(2),
    'بنات/جدول.csv': Buffer.from('المدرسة,العدد\n'),
    'بنين/ثانوية النور.png': await makeImage('png', 600, 800),
  })
  await add('البصرة', { 'ثانوية الجمهورية للبنات.pdf': one }, { branch: 'LITERARY' })
  await add('بابل', { 'ثانوية الجمهورية القديمة.pdf': await makePdf(4) }, { releaseYear: 2025 })
  await add('واسط', { 'ثانوية سرية.pdf': await makePdf(5) }, { state: 'draft' })
})
afterAll(() => site.close())

describe('the schools of a release', () => {
  it('are those of all cities of the newest one, published only, with place, pages and size', async () => {
    expect(await names('')).toEqual([
      'ثانوية الجمهورية للبنات',
      'إعدادية الجمهورية للبنين',
      'إعدادية خديجة الكبرى',
      'ثانوية النور',
      'جدول',
    ])
    const body = await page('/results/sixth-preparatory/schools')
    expect(body).toContain('<h1>نتائج مدارس السادس الإعدادي، الدور الأول ٢٠٢٦</h1>')
    expect(body).toMatch(/كركوك\u00A0· علمي\u00A0· ٣\u00A0صفحات\u00A0· [٠-٩٫]+\u00A0(?:ك\.ب|بايت)/)
    expect(body.split('ثانوية النور')[1], 'a group that the name does not say').toMatch(
      /^[^]{0,200}كركوك\u00A0· علمي\u00A0· بنين\u00A0· /,
    )
    expect(body).toContain('٥ مدارس')
  })

  it('are found by beginnings, other spellings and slips, with the city beside them', async () => {
    expect(await names('query=الجمهوري')).toEqual(
      ['إعدادية الجمهورية للبنين', 'ثانوية الجمهورية للبنات'].toReversed(),
    )
    expect(await names('query=اعداديه الجمهوريه')).toEqual(['إعدادية الجمهورية للبنين'])
    expect(await names('query=الجمهورية كركوك')).toEqual(['إعدادية الجمهورية للبنين'])
    expect(await names('query=خديجه الكبري')).toEqual(['إعدادية خديجة الكبرى'])
    expect(await names('query=الجمهزرية للبنين')).toEqual(['إعدادية الجمهورية للبنين'])
    expect(await names('query=مدرسة الجمهورية للبنين')).toEqual(['إعدادية الجمهورية للبنين'])
    expect(await names('query=ظظظظظظ')).toEqual([])
    const body = await page('/results/sixth-preparatory/schools?query=ظظظظظظ')
    expect(body).toContain('لا توجد مدرسة باسم')
    expect(body).toContain('href="/results/sixth-preparatory#folders"')
  })

  it('are narrowed by city, branch, group, year and round, which heading and title name', async () => {
    expect(await names('city=البصرة')).toEqual(['ثانوية الجمهورية للبنات'])
    expect(await names('branch=LITERARY')).toEqual(['ثانوية الجمهورية للبنات'])
    expect(await names('group=بنين')).toEqual(['إعدادية الجمهورية للبنين', 'ثانوية النور'])
    expect(await names('year=2025')).toEqual(['ثانوية الجمهورية القديمة'])
    const body = await page('/results/sixth-preparatory/schools?branch=SCIENTIFIC&city=كركوك')
    expect(body).toContain('<h1>نتائج مدارس السادس الإعدادي، كركوك، علمي، الدور الأول ٢٠٢٦</h1>')
    const whole = await get('/results/sixth-preparatory/schools?branch=SCIENTIFIC&city=كركوك')
    expect(/<title>([^<]*)<\/title>/.exec(whole.body)?.[1]).toContain('كركوك، علمي، الدور الأول ٢٠٢٦')
    expect((await get('/results/sixth-preparatory/schools?year=2011')).statusCode).toBe(404)
  })

  it('stand in the order of the numbers in their names, in the list and as neighbours', async () => {
    const pdf = await makePdf(1)
    const files = [
      'ثانوية دجلة 10',
      'ثانوية دجلة ٢',
      'ثانوية دجلة 100',
      'ثانوية دجلة ١',
      'ثانوية پ',
      'ثانوية ب',
    ]
    const id = await add('النجف', Object.fromEntries(files.map(name => [`${name}.pdf`, pdf])), {
      releaseYear: 2019,
    })
    expect(await names('year=2019&try=1')).toEqual([
      'ثانوية ب',
      'ثانوية پ',
      'ثانوية دجلة ١',
      'ثانوية دجلة ٢',
      'ثانوية دجلة 10',
      'ثانوية دجلة 100',
    ])
    const tenth = (await sheetsOf(id)).find(({ school }) => school === 'ثانوية دجلة 10')
    const { before, after } = await site.services.results.schools.place(tenth?.id ?? '')
    expect([before?.school, after?.school]).toEqual(['ثانوية دجلة ٢', 'ثانوية دجلة 100'])
  })

  it('say of a stage without results that nothing is out yet', async () => {
    const { body } = await get('/results/third-intermediate/schools')
    expect(body).toContain('لم تصدر النتائج بعد')
    expect(body).toContain('noindex')
  })

  it('follow what becomes public, and stay as they were while the database is away', async () => {
    const id = await add('ميسان', { 'ثانوية دجلة.pdf': await makePdf(6) })
    expect(await names('city=ميسان')).toEqual(['ثانوية دجلة'])
    await staff.send('DELETE', `/api/results/${id}`)
    expect(await names('city=ميسان')).toEqual([])
    const { schools } = site.services.results
    const query = { stage: 'SIXTH_PREPARATORY', city: 'البصرة', limit: 5, offset: 0 } as const
    const before = await schools.list(query)
    const away = vi.spyOn(site.database.kysely, 'selectFrom').mockImplementation(() => {
      throw new Error('away')
    })
    void site.services.changes.tellHere(['results'])
    const during = await schools.list(query).catch((error: unknown) => error)
    away.mockRestore()
    expect(before.schools).toHaveLength(1)
    expect(during).toEqual(before)
  })

  it('are asked for anew after a process has missed what was said, however long the database is away', async () => {
    const { schools, status } = site.services.results
    const query = { stage: 'SIXTH_PREPARATORY', city: 'البصرة', limit: 5, offset: 0 } as const
    await schools.list(query)
    const { kysely } = site.database
    const select = kysely.selectFrom.bind(kysely) as (from: unknown) => never
    let away = ['sheets']
    const selecting = vi.spyOn(kysely, 'selectFrom').mockImplementation((from: unknown) => {
      if (away.includes(String(from))) throw new Error('away')
      return select(from)
    })
    void site.services.changes.tellHere(['results', 'gap'])
    await expect(schools.list(query)).rejects.toThrow('away')
    away = ['results']
    void site.services.changes.tellHere(['results', 'gap'])
    await expect(status({ stage: query.stage })).rejects.toThrow('away')
    selecting.mockRestore()
    expect((await schools.list(query)).schools).toHaveLength(1)
  })

  it('are not those of before where something is missed while they are read anew', async () => {
    const { schools, status } = site.services.results
    const query = { stage: 'SIXTH_PREPARATORY', city: 'البصرة', limit: 5, offset: 0 } as const
    const { kysely } = site.database
    const select = kysely.selectFrom.bind(kysely) as (from: unknown) => never
    let lost = 'sheets'
    const selecting = vi.spyOn(kysely, 'selectFrom').mockImplementation((from: unknown) => {
      if (from !== lost) return select(from)
      void site.services.changes.tellHere(['results', 'gap'])
      throw new Error('away')
    })
    const asked = [
      ['sheets', () => schools.list(query)],
      ['results', () => status({ stage: query.stage })],
    ] as const
    for (const [from, ask] of asked) {
      lost = ''
      await ask()
      void site.services.changes.tellHere(['results'])
      lost = from
      await expect(ask()).rejects.toThrow('away')
      await expect(ask()).rejects.toThrow('away')
    }
    selecting.mockRestore()
  })

  it('are reached from the board, from the last folder and from the hub', async () => {
    const board = await page('/results/sixth-preparatory')
    expect(board).toContain(`href="/results/sixth-preparatory/schools?city=${encodeURIComponent('كركوك')}"`)
    expect(board).toContain('href="/results/sixth-preparatory/schools"')
    const folder = await page('/results/sixth-preparatory?path=2026/كركوك/علمي/1')
    expect(folder.indexOf('ابحث عن مدرستك')).toBeGreaterThan(0)
    expect(folder.indexOf('ابحث عن مدرستك')).toBeLessThan(folder.indexOf('.zip'))
    expect(await page('/results')).toContain('href="/results/third-intermediate/schools"')
  })
})

describe('the page of a sheet', () => {
  it('shows a PDF page by page, with its download, its place and its neighbours', async () => {
    const sheet = (await sheetsOf(kirkuk)).find(({ school }) => school.includes('الجمهورية'))
    const body = await page(`/results/sheet/${sheet?.id}`)
    expect(body).toContain('<bdi>إعدادية الجمهورية للبنين</bdi></h1>')
    expect(body).toContain('كركوك · علمي · الدور الأول ٢٠٢٦ · السادس الإعدادي'.replaceAll(' · ', between))
    expect(body).toContain(`href="${sheet?.url}"`)
    expect((await get(decodeURI(sheet?.url ?? ''))).headers['x-robots-tag']).toBe('noindex')
    const pictures = [
      ...body.matchAll(
        /<img src="(\/files\/[0-9a-f]{64}\/p\/\d+\/840\.webp)" alt="([^"]*)" width="(\d+)" height="(\d+)"/g,
      ),
    ]
    expect(pictures.map(([, , alt]) => alt)).toEqual(
      ['١', '٢', '٣'].map(number => `الصفحة ${number} من ٣ من ورقة إعدادية الجمهورية للبنين`),
    )
    expect(body).toContain('إعدادية خديجة الكبرى')
    expect(body).not.toContain('الجمهورية للبنات')
    const [, address = '', , width, height] = pictures[1] ?? []
    const picture = await get(address)
    expect(picture.statusCode).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-robots-tag': 'noindex',
    })
    expect(picture.rawPayload.length).toBeLessThan(140 * 1024)
    expect(Number(height) / Number(width)).toBeCloseTo(Math.SQRT2, 1)
    const again = await site.app.inject({
      method: 'GET',
      url: address,
      headers: { 'if-none-match': String(picture.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  it('shows an image as a picture and offers a spreadsheet for download', async () => {
    const sheets = await sheetsOf(kirkuk)
    const image = sheets.find(({ kind }) => kind === 'image')
    const table = sheets.find(({ kind }) => kind === 'file')
    expect(await page(`/results/sheet/${image?.id}`)).toMatch(
      /<img src="\/files\/[0-9a-f]{64}\/w\/\d+\.webp"[^>]* width="600" height="800"/,
    )
    for (const address of [table?.url, image?.url, `/files/${image?.sha256}/w/320.webp`])
      expect((await get(decodeURI(address ?? ''))).headers['x-robots-tag'], address).toBe('noindex')
    const body = await page(`/results/sheet/${table?.id}`)
    expect(body).toContain('يُحمَّل ويُفتح على جهازك')
    expect(body).toContain(`href="${table?.url}"`)
  })

  it('is not there for a result that is not public, nor for a page that the file does not have', async () => {
    const id = await add('ذي قار', { 'ثانوية خفية.pdf': await makePdf(2) })
    const [sheet] = await sheetsOf(id)
    expect((await get(`/results/sheet/${sheet?.id}`)).statusCode).toBe(200)
    await staff.send('DELETE', `/api/results/${id}`)
    const gone = await get(`/results/sheet/${sheet?.id}`)
    expect(gone.statusCode).toBe(404)
    expect(gone.body).toContain('ورقة المدرسة غير موجودة')
    expect((await get('/results/sheet/nothing')).statusCode).toBe(404)
    const [kept] = (await sheetsOf(kirkuk)).filter(({ kind }) => kind === 'pdf')
    for (const page_ of ['99', '0', 'x', '1.5'])
      expect((await get(`/files/${kept?.sha256}/p/${page_}/840.webp`)).statusCode).toBe(404)
    expect((await get(`/files/${'0'.repeat(64)}/p/1/840.webp`)).statusCode).toBe(404)
  })
})

describe('the search of the site', () => {
  const number = '232641050187'
  const search = async (q: string) => {
    const answer = await get(`/api/search?q=${q}`)
    expect(answer.statusCode).toBe(200)
    return answer.json() as SearchAnswer
  }
  const ways = async (q: string) =>
    (await search(q)).resultLinks.map(({ title, url, note }) => [title, decodeURI(url), note])

  it('leads a question about results to the stage and the city, in whichever words', async () => {
    const inKirkuk = ['نتائج كركوك', '/results/sixth-preparatory/schools?city=كركوك', '']
    for (const q of ['نتائج كركوك', 'نتايج كركوك سادس اعدادي', 'نتيجة كركوك ٢٠٢٦'])
      expect(await ways(q), q).toEqual([inKirkuk])
    expect(await ways('نتائج كركوك علمي')).toEqual([
      ['نتائج كركوك', '/results/sixth-preparatory/schools?branch=SCIENTIFIC&city=كركوك', ''],
    ])
    const stage = ['نتائج السادس الإعدادي', '/results/sixth-preparatory', 'صدرت في ٢ من ٢٣']
    for (const q of ['نتيجة السادس الاعدادي ٢٠٢٦', 'نتائج', 'متى تطلع نتائج سادس اعدادي'])
      expect(await ways(q), q).toEqual([stage])
    expect(await ways('نتائج السادس الاعدادي ٢٠٢٥')).toEqual([
      [stage[0], '/results/sixth-preparatory?try=1&year=2025', 'صدرت في ١ من ٢٣'],
    ])
    expect(await ways('نتائج السادس الاعدادي ٢٠٢٤')).toEqual([[stage[0], stage[1], 'نتائج ٢٠٢٤ ليست هنا']])
    expect(await ways('نتائج الثالث متوسط ميسان')).toEqual([
      ['نتائج ميسان', '/results/third-intermediate', 'لم تصدر بعد'],
    ])
    expect(await ways('نتائج واسط')).toEqual([['نتائج واسط', '/results/sixth-preparatory', 'لم تصدر بعد']])
  })

  it("leads a school's name to its sheet, folded and with slips, over all cities", async () => {
    const schools = async (q: string) => (await ways(q)).map(([title]) => title)
    for (const q of ['اعدادية الجمهوريه للبنين', 'إعدادية الجمهزرية للبنين', 'نتيجة الجمهورية للبنين'])
      expect((await schools(q))[0], q).toBe('إعدادية الجمهورية للبنين')
    const [way] = (await search('مدرسة خديجة الكبرى')).resultLinks
    const sheet = (await sheetsOf(kirkuk)).find(({ school }) => school.includes('خديجة'))
    expect(way).toMatchObject({
      type: 'result',
      title: 'إعدادية خديجة الكبرى',
      url: `/results/sheet/${sheet?.id}`,
      note: 'كركوك',
      branch: 'SCIENTIFIC',
      year: 2026,
    })
    expect(await schools('خديجة الكبرى')).toEqual(['إعدادية خديجة الكبرى'])
    expect(await page('/search?q=خديجة الكبرى')).toContain(`href="/results/sheet/${sheet?.id}"`)
    expect(await schools('ثانوية سرية')).toEqual([])
  })

  it('leads nothing else there', async () => {
    const others = [
      'كتاب الرياضيات',
      'ظظظظظظ',
      'اعدادية',
      'نتائج القبول المركزي',
      'نتيجة مباراة',
      'ضرغام الم',
      'سادس علمي',
    ]
    for (const q of [...others, 'نتائج الخامس اعدادي', '2026', 'كركوك']) expect(await ways(q), q).toEqual([])
    expect((await search('نتائج كركوك')).groups).toEqual((await search('ظظظظظظ')).groups)
    const books: SearchAnswer = (await get('/api/search/books?q=نتائج كركوك')).json()
    expect(books.resultLinks).toEqual([])
  })

  it('takes an exam number nowhere but to the form that asks for it', async () => {
    const answer = await get(`/api/search?q=${number}`)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).not.toContain(number)
    const form = ['نتائج السادس الإعدادي', '/results/sixth-preparatory#exam-number', 'اعرض نتيجتك برقمك']
    for (const q of [number, '٢٣٢٦٤١٠٥٠١٨٧', '2326-4105-0187', `نتيجتي ${number}`])
      expect(await ways(q), q).toEqual([form])
    const asked = await get(`/search?q=${number}`)
    expect(asked.body).not.toContain(number)
    expect(asked.body).toContain('href="/results/sixth-preparatory#exam-number"')
    expect(await site.services.search.listMisses(100)).not.toContainEqual(
      expect.objectContaining({ query: expect.stringMatching(/\d{5}/) }),
    )
  })

  it('asks who sends a number without scripts for the stage, and repeats it in no address', async () => {
    const send = (q: string) =>
      site.app.inject({
        method: 'POST',
        url: '/search',
        headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'rafid.example' },
        payload: new URLSearchParams({ q, grade: 'SIXTH_PREPARATORY', type: '' }).toString(),
      })
    const choice = await send(number)
    expect(choice.statusCode).toBe(200)
    expect(choice.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(choice.body).toMatch(
      new RegExp(`action="/results/sixth-preparatory/answer" method="post"><input[^>]* value="${number}"`),
    )
    expect(choice.body).not.toMatch(new RegExp(`(?:href|action)="[^"]*${number}`))
    const other = await send('رياضيات سادس')
    expect(other.statusCode).toBe(303)
    expect(String(other.headers.location)).toBe(
      `/search?${new URLSearchParams({ q: 'رياضيات سادس', grade: 'SIXTH_PREPARATORY' })}`,
    )
    const log: string[] = []
    const info = pino({ level: 'info' }, { write: (line: string) => void log.push(line) })
    const logging = await buildApp({ ...site.services, log: info })
    for (const url of ['/api/search', '/search', '/nothing', '/results/sixth-preparatory/schools'])
      await logging.inject({ url: `${url}?q=${number}&query=${number}&find=${number}` })
    await logging.close()
    expect(log.join('')).toContain('/api/search?q=…')
    expect(log.join('')).not.toContain(number)
  })
})

describe('the words of a name that answer', () => {
  it('are marked as far as they were typed, a mistyped one whole', () => {
    const name = 'إعدادية الجمهورية للبنين'
    const marked = (typed: string, words: string[] = []) =>
      markWords(name, typed, new Set(words)).map(([from, to]) => name.slice(from, to))
    expect(marked('الجمهوري')).toEqual(['الجمهوري'])
    expect(marked('اعداديه الجمهوريه')).toEqual(['إعدادية الجمهورية'])
    expect(marked('الجمهزرية', ['جمهوريه'])).toEqual(['الجمهورية'])
    expect(marked('ظظظ')).toEqual([])
  })
})

describe('the text of a sheet', () => {
  const fixture = (name: string) =>
    readFileSync(new URL(`../../../../test/fixtures/sheets/${name}`, import.meta.url))

  it('is told of each page to whoever asks for it, where its numbers are those of the picture', async () => {
    const id = await add('ميسان', {
      'إعدادية دجلة.pdf': fixture('calc-marks.pdf'),
      'إعدادية الفرات.pdf': fixture('scan-arab.pdf'),
      'ثانوية العمارة.pdf': fixture('writer-arab.pdf'),
      'ثانوية الكحلاء.png': await makeImage('png', 600, 801),
    })
    const sheets = await sheetsOf(id)
    const told = async (school: string, number: number | string) => {
      const sheet = sheets.find(each => each.school === school)
      return get(paths.sheetText(sheet?.id ?? '', number))
    }
    const { headers, statusCode } = await told('إعدادية دجلة', 1)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'ar',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    const { body } = await told('ثانوية العمارة', 1)
    expect(body).toContain('<html lang="ar" dir="rtl">')
    expect(body).toContain(
      '<th scope="col">ت</th><th scope="col">اسم الطالب</th><th scope="col">الإسلامية</th>',
    )
    expect(body).toContain('<tr><td>١</td><td>ضياء آلاء صلاح الخزرجي</td><td>٧٠</td><td>٧٤</td>')
    expect(body).toMatch(/<a href="\/results\/sheet\/[^"]+#page-1">/)
    expect((await told('إعدادية الفرات', 1)).body).toContain('لا نص فيها يُوثق به')
    expect((await told('إعدادية دجلة', 99)).statusCode).toBe(404)
    expect((await told('إعدادية دجلة', 'x')).statusCode).toBe(404)
    expect((await told('ثانوية الكحلاء', 1)).statusCode).toBe(404)
    const links = (await page(paths.sheet(sheets[0]?.id ?? ''))).match(
      /href="[^"]*\/text\/\d+" rel="nofollow"/g,
    )
    expect(links).toHaveLength(sheets[0]?.pages ?? 0)
    await staff.send('POST', '/api/staff/publications', { records: [{ kind: 'result', id }], state: 'draft' })
    expect((await told('إعدادية دجلة', 1)).statusCode).toBe(404)
  })
})
