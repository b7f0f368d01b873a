import { HtmlValidate } from 'html-validate'
import { describe, expect, it, vi } from 'vitest'
import { gradeCodes, grades, gradesOfStage, stageCodes, stages } from '#contract/codes/grades.ts'
import { newsCategoryCodes, newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { roundNotStated } from '#contract/codes/rounds.ts'
import { examSubjects, stageSubjects, subjectLabels } from '#contract/codes/subjects.ts'
import { countedNouns, dayInBaghdad, formatCount, formatDateTime } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { ExamDate } from '#contract/resources/exam-dates.ts'
import { examInputSchema, examListQuerySchema } from '#contract/resources/exam.ts'
import type { ExamInput } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { bookInput, examInput, noteInput } from '#test/factories.ts'
import { openShared } from '#test/browser-test.ts'
import { publishBook } from './site-library.ts'
import { openPublicSite, testSettings } from './public-site.ts'
import type { PublicSite } from './public-site.ts'

let site: PublicSite

openShared(
  async () => {
    site = await openPublicSite()
  },
  () => site.server.close(),
)

/** The rules of the standard; what is a matter of style (and of the renderer) is off. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-inline-style': 'error',
    'no-trailing-whitespace': 'off',
    /* A step of the pagination that leads nowhere stays in its place as a disabled link. */
    'prefer-native-element': ['error', { exclude: ['link'] }],
    'void-style': 'off',
  },
})

/** The HTML of a page as it is now, whatever its status: while it takes long to be made anew, its last copy goes out. */
async function htmlOf(path: string): Promise<string> {
  const ask = async () => {
    const { body, headers } = await site.server.app.inject({ method: 'GET', url: encodeURI(path) })
    if (headers['cache-control'] === 'no-cache') throw new Error(`${path} is the copy from before the change`)
    return body
  }
  return vi.waitFor(ask, { timeout: 20_000 })
}

/** Every address that a piece of HTML links to or loads, outside its head. */
function addressesOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body'))
  return [...body.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}

/** Every text in an object of settings. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

describe('the HTML of the public site', () => {
  it('is valid on every page: ids once, nothing interactive inside another, attributes that exist', async () => {
    const faults: string[] = []
    for (const path of site.pages) {
      const report = await validator.validateString(await htmlOf(path))
      for (const { messages } of report.results) {
        for (const { ruleId, message, line, column } of messages) {
          faults.push(`${path} ${line}:${column} ${ruleId}: ${message}`)
        }
      }
    }
    expect(faults).toEqual([])
  })

  it('is first painted when all that takes room on it is there', async () => {
    const faults: string[] = []
    for (const path of [...site.pages, paths.bookReading(site.richBookId)]) {
      const html = await htmlOf(path)
      const awaited = html.match(/<link rel="expect" href="#([^"]+)" blocking="render"/)?.[1]
      const rest = html.split(` id="${awaited}"`)[1]?.match(/<\/(?:dialog|main)>(.*)$/s)?.[1]
      if (rest !== '</body></html>')
        faults.push(`${path} waits for ${awaited}, before: ${rest?.slice(0, 80)}`)
    }
    expect(faults).toEqual([])
  })

  it('takes every external address from the settings or from a record', async () => {
    const ofSettings = new Set([
      ...textsOf(testSettings),
      `mailto:${testSettings.contactEmail}`,
      `tel:${testSettings.contactPhone.replaceAll(' ', '')}`,
    ])
    const ofRecords =
      /^https:\/\/(?:[a-z]+\.records\.example|drive\.example|files\.example|t\.me\/(?:x|results)$)/
    const shared = /^https:\/\/(?:t\.me\/share\/url|wa\.me\/)\?/
    const strangers = new Set<string>()
    const seen = new Set<string>()
    for (const path of site.pages) {
      for (const address of addressesOf(await htmlOf(path))) {
        if (!/^[a-z][a-z\d+.-]*:|^\/\//.test(address)) continue
        seen.add(address)
        if (!ofSettings.has(address) && !ofRecords.test(address) && !shared.test(address))
          strangers.add(`${path}: ${address}`)
      }
    }
    expect([...strangers]).toEqual([])
    for (const address of textsOf(testSettings).filter(text => text.startsWith('https:')))
      expect(seen).toContain(address)
  })

  it('shows no link for a setting that is empty', async () => {
    const { settings } = site.server.services
    const save = async (values: SiteSettings) =>
      settings.update({ ...values, version: (await settings.get()).version }, systemActor)
    await save({
      ...testSettings,
      facebookLink: undefined,
      promotionLink: undefined,
      videoHelpLink: undefined,
    })
    const html = (await htmlOf('/')) + (await htmlOf(`/books/${site.bookId}`))
    await save(testSettings)
    for (const text of ['aria-label="فيسبوك"', 'قناتنا', 'شاهد طريقة التحميل']) {
      expect(html).not.toContain(text)
      expect((await htmlOf('/')) + (await htmlOf(`/books/${site.bookId}`))).toContain(text)
    }
  })
})

/** The text of a piece of HTML, without its marks. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')

/** How many disclosure widgets the frame of every page has. */
const menusOf = async (path: string) =>
  (await htmlOf(path)).split('</header>')[0]?.match(/<details/g)?.length ?? 0

/** The choices of a filter as people read them, without their counts. */
function choicesOf(html: string, name: string): string[] {
  const filter = html.slice(html.indexOf(`aria-labelledby="facet-${name}"`)).split('</section>')[0] ?? ''
  return [...filter.matchAll(/class="facet-choice[^>]*><span>([^<]*)/g)].map(([, text = '']) => text)
}

describe('what each page holds', () => {
  it('has every stage and grade of books and notes, every exam grade and four result sites in its menus', async () => {
    const header = (await htmlOf('/about')).split('</header>')[0] ?? ''
    for (const stage of stageCodes) {
      for (const section of ['books', 'notes']) {
        expect(header).toContain(`href="/${section}/${stages[stage].slug}"`)
        for (const grade of gradesOfStage(stage))
          expect(header).toContain(`href="/${section}/${stages[stage].slug}?grade=${grade}"`)
      }
    }
    for (const grade of ['sixth-primary', 'third-intermediate', 'sixth-preparatory'])
      expect(header).toContain(`href="/ministerial/${grade}"`)
    for (const link of Object.values(testSettings.resultSites)) expect(header).toContain(`href="${link}"`)
    expect(header).toContain(`href="${testSettings.promotionLink}"`)
    expect(header).toContain('href="/news"')
  })

  it('tells in the footer what the platform is, where it is found, and who made it', async () => {
    const footer = (await htmlOf('/about')).split('<footer')[1] ?? ''
    for (const text of ['منصة تعليمية شاملة', 'الفريق التربوي']) expect(footer).toContain(text)
    const { facebookLink, telegramLink, whatsappLink, instagramLink } = testSettings
    for (const link of [
      '/books',
      '/about',
      '/feeds/all.xml',
      facebookLink,
      telegramLink,
      whatsappLink,
      instagramLink,
    ])
      expect(footer).toContain(`href="${link}"`)
  })

  it('leads from the home page to the five sections, from the hubs to their stages', async () => {
    const main = async (path: string) => (await htmlOf(path)).split('<main')[1]?.split('</main>')[0] ?? ''
    for (const section of ['/news', '/books', '/notes', '/results', '/ministerial'])
      expect(await main('/')).toContain(`class="card-link" href="${section}"`)
    for (const text of ['استعد للامتحان الوزاري', 'أحدث الكتب', 'آخر الأخبار', 'صفوف الامتحانات الوزارية'])
      expect(await main('/')).toContain(text)
    for (const [hub, ways] of [
      ['/books', ['/books/primary', '/books/intermediate', '/books/preparatory']],
      ['/notes', ['/notes/primary', '/notes/intermediate', '/notes/preparatory']],
      [
        '/ministerial',
        ['/ministerial/sixth-primary', '/ministerial/third-intermediate', '/ministerial/sixth-preparatory'],
      ],
      ['/results', ['/results/sixth-primary', '/results/third-intermediate', '/results/sixth-preparatory']],
    ] as const) {
      for (const way of ways) expect(await main(hub), hub).toContain(`href="${way}"`)
    }
    for (const link of Object.values(testSettings.resultSites))
      expect(await main('/results')).toContain(`href="${link}"`)
  })

  it('offers in the filters the grades, subjects, rounds and years of the stage, and no others', async () => {
    for (const stage of stageCodes) {
      for (const section of ['books', 'notes']) {
        const html = await htmlOf(`/${section}/${stages[stage].slug}`)
        expect(choicesOf(html, 'grade')).toEqual(
          gradeCodes
            .filter(code => grades[code].stage === stage)
            .map(code => grades[code].shortLabel.split(' ')[0]),
        )
        expect(choicesOf(html, 'subject')).toEqual(stageSubjects[stage].map(code => subjectLabels[code]))
        expect(html).toContain('إعادة ضبط')
      }
    }
    const exams = await htmlOf('/ministerial/sixth-primary')
    expect(choicesOf(exams, 'subject')).toEqual(examSubjects.SIXTH_PRIMARY.map(code => subjectLabels[code]))
    expect(choicesOf(exams, 'try')).toEqual(['الدور الأول', 'الدور الثاني', 'الدور الثالث', 'الدور التمهيدي'])
    expect(choicesOf(exams, 'year')).toEqual(['٢٠٢٥'])
    const news = textOf(await htmlOf('/news'))
    for (const code of newsCategoryCodes) expect(news).toContain(newsCategoryLabels[code])
  })

  it.each([
    ['/about', ['قصتنا', 'قيمنا', 'التميّز التعليمي', 'إتاحة للجميع', 'النزاهة', 'خدماتنا']],
    [
      '/contact',
      [
        testSettings.contactAddress,
        testSettings.contactEmail,
        testSettings.contactPhone,
        'الأحد إلى الخميس: ٩:٠٠ صباحاً – ٥:٠٠ مساءً',
        'الجمعة والسبت: عطلة',
        'الرجاء الاختيار',
        'استفسار عام',
        'دعم فني',
        'محتوى مفقود',
        'ملاحظات',
      ],
    ],
    ['/terms', ['الاستخدام المسموح', 'حقوق المحتوى']],
    ['/privacy', ['الأطفال دون سن الثالثة عشرة', 'بعد ٣٠ يوماً', 'بعد ٣٦٥ يوماً']],
    ['/help', ['الأسئلة الوزارية', 'الكتب المدرسية', 'النتائج']],
    ['/contact?sent=1', ['وصلتنا رسالتك']],
  ])('%s says what it has to', async (path, texts) => {
    const text = textOf(await htmlOf(path))
    for (const part of texts) expect(text).toContain(part)
  })

  it('has seven questions in the FAQ', async () => {
    expect((await htmlOf('/faq')).match(/<details/g)).toHaveLength(7 + (await menusOf('/faq')))
  })

  it('fetches the picture at the top of a list at once, those further down when they come near', async () => {
    const imagesOf = async (path: string) =>
      [...(await htmlOf(path)).matchAll(/<img [^>]*>/g)].map(([image]) => image.includes('loading="lazy"'))
    expect(await imagesOf('/news')).toEqual([false, false, false])
    expect(await imagesOf('/books/preparatory')).toEqual([false])
    expect(await imagesOf('/')).toEqual([true, true, true, true])
  })

  it('shows of a note its subject, grade, teacher, year, three links and the related ones', async () => {
    const text = textOf(await htmlOf(`/notes/download/${site.richNoteId}`))
    for (const part of [
      'اللغة الإنجليزية',
      'الصف السادس الإعدادي',
      'عبد الرحمن عبد الكريم عبد الواحد الموسوي',
      '٢٠٢٦',
      'تحميل مباشر',
      'Google Drive',
      'تيليجرام',
      'ملازم ذات صلة',
      'تحميل ومعاينة',
    ])
      expect(text).toContain(part)
  })

  it('shows of an exam its facts, its pages, both download links, the same year and the latest', async () => {
    const [exam] = await site.server.services.exams.places('SIXTH_PREPARATORY', 'BIOLOGY')
    const html = await htmlOf(`/ministerial/preview/${exam?.id}`)
    const text = textOf(html)
    for (const part of ['الأحياء', 'الدور الثاني', '٢٠٢٤', 'تحميل من تيليجرام', 'PDF · '])
      expect(text).toContain(part)
    expect(html).toContain(`href="/ministerial/preview/${exam?.id}/pages.pdf"`)
    expect(html).toContain('href="https://drive.records.example/exam"')
    expect(html).toContain('href="/ministerial/sixth-preparatory?subject=BIOLOGY"')
    const other = textOf(await htmlOf(`/ministerial/preview/${site.examId}`))
    expect(other).toContain('امتحانات السنة نفسها')
    expect(other, 'an exam stands in one list').not.toContain('أحدث الامتحانات')
  })

  it('shows of a news item its category, Baghdad time, author, summary and the way back', async () => {
    const html = await htmlOf(`/news/${site.richNewsId}`)
    const { createdAt } = await site.server.services.news.get(site.richNewsId)
    expect(html).toContain(`<time dateTime="${dayInBaghdad(createdAt)}">${formatDateTime(createdAt)}</time>`)
    for (const part of ['نتائج الامتحانات', 'بقلم: فريق تحرير رافد', 'ملخص الخبر في سطر', 'العودة إلى الأخبار'])
      expect(html).toContain(part)
    expect(html).toContain('href="/news?type=EXAM_RESULTS"')
    expect((await htmlOf('/news/none')).includes('لم يتم العثور على الخبر')).toBe(true)
  })

  it('opens a result in a new tab; Google Drive is offered on the primary page only', async () => {
    const primary = await htmlOf('/results/sixth-primary?path=2025/النجف/2')
    expect(primary).toMatch(/<a class="card-link" href="\/files\/[^"]+" rel="noopener" target="_blank"/)
    for (const part of ['https://drive.records.example/results', 'https://telegram.records.example/results'])
      expect(primary).toContain(part)
    const preparatory = await htmlOf('/results/sixth-preparatory?path=2026/بابل/علمي/1')
    expect(preparatory).toContain('https://t.me/results')
    expect(preparatory).not.toContain('Google Drive</span>')
    const root = await htmlOf('/results/sixth-primary')
    expect(root).toMatch(/<span class="chip" role="link" aria-disabled="true">/)
    expect(root).toContain('جاري تحميل النتائج...')
    expect(root).toContain('فشل في تحميل النتائج. يرجى المحاولة مرة أخرى لاحقًا.')
    expect(await htmlOf('/results/sixth-primary?path=2001')).toContain('هذا المجلد فارغ')
  })

  it('logs the path of a page that does not exist', async () => {
    const { log } = site.server.app
    const child = log.child.bind(log)
    const paths: unknown[] = []
    const spy = vi.spyOn(log, 'child').mockImplementation((...bindings: Parameters<typeof child>) =>
      Object.assign(child(...bindings), {
        info: ({ path }: { path?: string }, text: string) => text === 'page not found' && paths.push(path),
      }),
    )
    await htmlOf('/no-such-page')
    spy.mockRestore()
    expect(paths).toEqual(['/no-such-page'])
  })
})

describe('lists with more than a page', () => {
  const count = (html: string, card: string) =>
    html.match(new RegExp(`class="${card}(?: is-low)?"`, 'g'))?.length ?? 0

  openShared(async () => {
    const { notes, exams, news } = site.server.services
    for (let number = 1; number <= 13; number += 1) {
      const shared = {
        title: number === 7 ? 'العنوان النادر' : `عنوان ${number}`,
        keywords: 'كلمة',
        releaseYear: 2000 + number,
      }
      const note = noteInputSchema.parse({
        ...shared,
        teacher: number === 7 ? 'رسل البصري' : 'علي الساعدي',
        subject: 'CHEMISTRY',
        stage: 'SECOND_INTERMEDIATE',
        directLink: 'https://files.example/note.pdf',
      })
      const exam = examInputSchema.parse({
        ...shared,
        description: 'أسئلة الامتحان كاملة.',
        stage: 'THIRD_INTERMEDIATE',
        subject: 'MATH',
        try: number === 13 ? roundNotStated : 1 + (number % 4),
        files: ['https://files.example/page.jpg'],
      })
      const item = newsInputSchema.parse({
        ...shared,
        bio: 'ملخص.',
        content: 'نص.',
        type: 'E_LEARNING',
        image: 'https://files.example/news.jpg',
      })
      await notes.create(note, systemActor)
      await exams.create(exam, systemActor)
      await news.create(item, systemActor)
    }
  })

  it('have ten notes, twelve exams, twelve news on each', async () => {
    for (const [path, card, perPage] of [
      ['/notes/intermediate', 'record-row', 10],
      ['/ministerial/third-intermediate', 'record-row', 12],
      ['/news?type=E_LEARNING', 'record-row', 12],
    ] as const) {
      const next = `${path}${path.includes('?') ? '&' : '?'}page=2`
      expect(count(await htmlOf(path), card), path).toBe(perPage)
      expect((await htmlOf(path)).replaceAll('&amp;', '&')).toMatch(/href="[^"]*page=2[^"]*" rel="next"/)
      expect(count(await htmlOf(next), card), next).toBe(13 - perPage)
    }
  })

  it('are filtered and searched as a whole, not page by page', async () => {
    for (const [path, card, wanted] of [
      ['/notes/intermediate?query=رسل البصري', 'record-row', 1],
      ['/notes/intermediate?grade=FIRST_INTERMEDIATE', 'record-row', 0],
      ['/notes/intermediate?subject=CHEMISTRY&grade=SECOND_INTERMEDIATE', 'record-row', 13],
      ['/ministerial/third-intermediate?year=2001', 'record-row', 1],
      ['/ministerial/third-intermediate?try=4', 'record-row', 3],
      ['/ministerial/third-intermediate?try=4&year=2001', 'record-row', 0],
      ['/ministerial/third-intermediate?subject=MATH&try=0', 'record-row', 1],
      ['/ministerial/third-intermediate?query=النادر', 'record-row', 1],
      ['/books/preparatory?subject=ENGLISH', 'record-row', 1],
      ['/books/preparatory?subject=MATH', 'record-row', 0],
      ['/news?query=النادر', 'record-row', 1],
    ] as const) {
      const html = await htmlOf(path)
      expect(count(html, card), path).toBe(wanted)
      expect(textOf(html.replace(/<template.*?<\/template>/gs, '')).includes('لا توجد نتائج'), path).toBe(
        wanted === 0,
      )
    }
  })
})

describe('things of one subject', () => {
  const biologyExam = async (change: Partial<ExamInput>) => {
    const input = examInput({ stage: 'SIXTH_PREPARATORY', subject: 'BIOLOGY', ...change })
    return (await site.server.services.exams.create(input, systemActor)).id
  }

  it('leads from an exam to the book and the handouts of its subject, and to the years beside it', async () => {
    const { exams, books } = site.server.services
    const [middle] = await exams.places('SIXTH_PREPARATORY', 'BIOLOGY')
    const before = await biologyExam({ releaseYear: 2022, try: 2 })
    const after = await biologyExam({ releaseYear: 2026, try: 1 })
    const book = await books.create(
      bookInput({ subject: 'BIOLOGY', title: 'كتاب الأحياء', directLink: 'https://files.example/b.pdf' }),
      systemActor,
    )
    const html = await htmlOf(paths.exam(middle?.id ?? ''))
    expect(html).toContain(`href="${paths.exam(before)}" rel="prev"`)
    expect(html).toContain(`href="${paths.exam(after)}" rel="next"`)
    expect(textOf(html)).toContain('أحدث الامتحانات')
    expect(html).toMatch(new RegExp(`class="way-row" href="${paths.book(book.id)}"`))
    const ofBook = await htmlOf(paths.book(book.id))
    expect(ofBook).toContain('href="/ministerial/sixth-preparatory?subject=BIOLOGY"')
    expect(textOf(ofBook)).toContain('آخرها ٢٠٢٦')
  })

  it('shows the exams of a subject by year and round, and few years as rows', async () => {
    const table = await htmlOf('/ministerial/sixth-preparatory?subject=BIOLOGY')
    expect(table).toContain('aria-label="الأحياء ٢٠٢٤، الدور الثاني، صفحة واحدة، جديد"')
    expect(textOf(table)).toContain('غير متوفر')
    const rows = await htmlOf('/ministerial/sixth-primary?subject=MATH')
    expect(rows).toContain(`class="way-row" href="${paths.exam(site.examId)}"`)
    expect(rows).not.toContain('<table')
  })

  it('has a page for a teacher with all handouts, linked from each of them and listed for search engines', async () => {
    const path = paths.teacher('علي-حسن')
    const address = site.baseUrl + path
    const read = async (at: string) => (await fetch(site.baseUrl + at)).text()
    expect(await htmlOf(paths.note(site.noteId))).toContain(`href="${path}"`)
    const biology = await site.server.services.notes.create(
      noteInput({
        title: 'ملزمة الأحياء',
        teacher: 'علي حسن',
        subject: 'BIOLOGY',
        stage: 'SIXTH_PREPARATORY',
      }),
      systemActor,
    )
    const html = await read(path)
    expect(textOf(html)).toContain('ملازم علي حسن')
    const [, physics, after] = html.split(/href="\/notes\/download\/(?=[0-9a-z]{16}")/)
    expect([physics?.slice(0, 16), after?.slice(0, 16)]).toEqual([site.noteId, biology.id])
    expect(html).toContain(`<link rel="canonical" href="${address}"`)
    const other = await fetch(site.baseUrl + paths.teacher('الأستاذ علي حسن'), { redirect: 'manual' })
    expect([other.status, other.headers.get('location')]).toEqual([302, path])
    const missing = await fetch(site.baseUrl + paths.teacher('لا-أحد'))
    expect([missing.status, (await missing.text()).includes('لا ملازم بهذا الاسم')]).toEqual([404, true])
    expect(await read('/sitemaps/pages-1.xml')).toContain(`<loc>${address}</loc>`)
    const visit = await fetch(`${site.baseUrl}/api/visits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.baseUrl },
      body: JSON.stringify({ path }),
    })
    expect(visit.status).toBe(204)
  })
})

describe('one grade, and what is counted', () => {
  it('has a page for each grade and branch: named, in the order of the curriculum, and found by machines', async () => {
    for (const subject of ['CHEMISTRY', 'ISLAMIC', 'MATH'] as const)
      await publishBook(site.server, `كتاب ${subject}`, 'FIFTH_PREPARATORY', subject)
    const html = await htmlOf('/grade/fifth-preparatory/literary')
    expect(html).toContain('<title>رافد | كتب وملازم الخامس الإعدادي الأدبي</title>')
    expect(html).toMatch(/<meta name="description" content="كتب وملازم الخامس الإعدادي الأدبي: الرياضيات/)
    const strip = html.split('class="book-strip"')[1]?.split('</ul>')[0] ?? ''
    const order = ['الرياضيات<', 'الكيمياء<', 'التربية الإسلامية<'].map(name => strip.indexOf(`">${name}`))
    expect(order.toSorted((a, b) => a - b)).toEqual(order)
    expect(order[0]).toBeGreaterThan(0)
    expect(html).toContain('"@type":"CollectionPage"')
    expect(html).toContain('class="list-feed" href="/feeds/fifth-preparatory-literary.xml"')
    const exams = await htmlOf('/grade/sixth-preparatory')
    expect(exams).toContain('كتب وملازم ووزاريات السادس الإعدادي')
    expect(exams).toContain('href="/ministerial/sixth-preparatory?subject=BIOLOGY"')
    const [newest] = await site.server.services.exams.places('SIXTH_PREPARATORY', 'BIOLOGY')
    const ofExams = exams.split('id="grade-exams"')[1]?.split('</section>')[0] ?? ''
    expect(ofExams).toContain('أحدث امتحان: ')
    const years = ofExams.split('</summary>').find(part => part.includes('كل أسئلة الأحياء'))
    expect(years).toContain(`href="${paths.exam(newest?.id ?? '')}"`)
    expect(await htmlOf('/sitemaps/pages-1.xml')).toContain('/grade/fifth-preparatory/literary<')
  })

  it('counts down to the exams of a grade and branch, on its page and on the home page, until they are over', async () => {
    const { examDates } = site.server.services
    const inDays = (days: number) => dayInBaghdad(new Date(Date.now() + days * 24 * 60 * 60 * 1000))
    const grade = 'SIXTH_PREPARATORY'
    const dates: ExamDate[] = [
      { grade, subject: 'ARABIC', day: inDays(12) },
      { grade, branch: 'LITERARY', subject: 'HISTORY', day: inDays(14) },
      { grade, branch: 'SCIENTIFIC', subject: 'PHYSICS', day: inDays(1) },
      { grade, branch: 'SCIENTIFIC', subject: 'CHEMISTRY', day: inDays(-1) },
    ]
    const path = '/grade/sixth-preparatory/scientific'
    expect(await htmlOf(path)).not.toContain('id="grade-dates"')
    await examDates.update({ dates }, systemActor)
    const days = (await htmlOf(path)).split('id="grade-dates"')[1]?.split('</section>')[0] ?? ''
    expect([...days.matchAll(/<b>(.*?)<\/b>/g)].map(([, name]) => name)).toEqual([
      'الفيزياء',
      'اللغة العربية',
    ])
    expect(days).toContain('>غداً<')
    expect(days).toContain('>بعد ١٢ يوماً<')
    expect(days).toContain(`href="${paths.examCalendar(grade, 'SCIENTIFIC')}"`)
    expect((await htmlOf('/')).split('id="next-exams"')[1]).toContain('الفيزياء')
    await examDates.update({ dates: dates.slice(-1) }, systemActor)
    expect(await htmlOf(path)).not.toContain('id="grade-dates"')
    expect(await htmlOf('/')).not.toContain('id="next-exams"')
  })

  it('counts what there is where staff have set no figures', async () => {
    const { services } = site.server
    const { total } = await services.exams.list(examListQuerySchema.parse({ limit: 1 }))
    expect(await htmlOf('/')).toContain(formatCount(total, countedNouns.exam))
    const statistics = { students: 0, resources: 0, satisfactionPercent: 0 }
    await services.settings.update({ ...testSettings, statistics, version: undefined }, systemActor)
    expect(await htmlOf('/')).toContain(`data-count="${total}"`)
    await services.settings.update({ ...testSettings, version: undefined }, systemActor)
    expect(await htmlOf('/')).toContain('data-count="1000000"')
  })
})
