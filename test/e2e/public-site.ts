import { bookInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { siteSettingsSchema } from '#contract/resources/site-settings.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'
import { fillLibrary } from './site-library.ts'
import type { Library } from './site-library.ts'

/** A running site with a small library, real files and settings of its own. */
export interface PublicSite extends Library {
  server: TestApp
  baseUrl: string
  /** A book, a note and a news item that carry a picture and long words. */
  richBookId: string
  richNoteId: string
  richNewsId: string
  /** One address for each kind of page. */
  kinds: string[]
  /** Every page: the kinds, and the other stages and grades. */
  pages: string[]
  zip: Buffer
}

/** Settings that no default and no code could produce: what links to them took them from here. */
export const testSettings = siteSettingsSchema.parse({
  resultSites: {
    sixthPrimary: 'https://results.settings.example/sixth-primary',
    thirdIntermediate: 'https://results.settings.example/third-intermediate',
    sixthPreparatory: 'https://results.settings.example/sixth-preparatory',
    sixthVocational: 'https://results.settings.example/sixth-vocational',
  },
  facebookLink: 'https://facebook.settings.example/page',
  telegramLink: 'https://telegram.settings.example/channel',
  whatsappLink: 'https://whatsapp.settings.example/channel',
  instagramLink: 'https://instagram.settings.example/page',
  promotionLink: 'https://promotion.settings.example/channel',
  videoHelpLink: 'https://video.settings.example/how-to',
  contactEmail: 'office@settings.example',
  contactPhone: '+964 771 234 5678',
  contactAddress: 'بغداد، الكرادة، شارع الجامعة',
  statistics: { students: 1_000_000, resources: 5_000, satisfactionPercent: 98 },
  visitIpDays: 30,
  auditIpDays: 365,
  secondFactorFor: 'nobody',
})

const longTitle =
  'المراجعة الشاملة والمكثفة لمنهج اللغة الإنكليزية (English for Iraq) مع حلول الأسئلة الوزارية للسنوات السابقة'

/** Starts the real site on a free port. Call `server.close` in `afterAll`. */
export async function openPublicSite(): Promise<PublicSite> {
  const server = await openTestApp()
  const library = await fillLibrary(server)
  const { services } = server
  const store = async (bytes: Buffer, name: string) =>
    (await services.files.store(streamOf(bytes), { name })).url

  const cover = await store(await makeImage('jpeg', 600, 800), 'غلاف الكتاب.jpg')
  const wide = await store(await makeImage('webp', 1280, 720), 'صورة الخبر.webp')
  const file = await store(await makePdf(5), 'ملف طويل الاسم للمراجعة النهائية قبل الامتحان الوزاري.pdf')
  const book = bookInputSchema.parse({
    title: longTitle,
    stage: 'SIXTH_PREPARATORY',
    subject: 'ENGLISH',
    branch: 'SCIENTIFIC',
    releaseYear: 2026,
    description: `${'فصول الكتاب كاملة مع التمارين. '.repeat(12)}\nسطر ثانٍ.`,
    keywords: 'إنكليزي',
    image: cover,
    directLink: file,
    googleDriveLink: 'https://drive.records.example/english',
    telegramLink: 'https://telegram.records.example/english',
  })
  const note = noteInputSchema.parse({
    title: longTitle,
    teacher: 'عبد الرحمن عبد الكريم عبد الواحد الموسوي',
    subject: 'ENGLISH',
    stage: 'SIXTH_PREPARATORY',
    branch: 'LITERARY',
    releaseYear: 2026,
    keywords: 'إنكليزي',
    image: cover,
    directLink: file,
    googleDriveLink: 'https://drive.records.example/note',
    telegramLink: 'https://telegram.records.example/note',
  })
  const news = newsInputSchema.parse({
    title: longTitle,
    bio: 'ملخص الخبر في سطر واحد أو سطرين، كما تنشره الوزارة على موقعها الرسمي.',
    content: `${'نص الخبر كاملاً. '.repeat(60)}\n\nفقرة ثانية.`,
    type: 'EXAM_RESULTS',
    image: wide,
    keywords: 'نتائج',
  })
  const otherNews = newsInputSchema.parse({ ...news, title: 'خبر قصير', type: 'GENERAL_NEWS' })
  const exam = examInputSchema.parse({
    title: 'أسئلة الأحياء للصف السادس الإعدادي',
    description: 'أسئلة الدور الثاني كاملة.',
    stage: 'SIXTH_PREPARATORY',
    subject: 'BIOLOGY',
    releaseYear: 2024,
    try: 2,
    files: [cover],
    keywords: 'وزاري',
    telegramLink: 'https://telegram.records.example/exam',
    googleDriveLink: 'https://drive.records.example/exam',
  })
  const zip = await makeZip({ 'السادس الابتدائي.txt': 'ناجح', 'الملحق.txt': 'راسب' })
  const result = resultInputSchema.parse({
    city: 'النجف',
    stage: 'SIXTH_PRIMARY',
    try: 2,
    releaseYear: 2025,
    keywords: 'نتائج',
    directLink: await store(zip, 'نتائج النجف.zip'),
    googleDriveLink: 'https://drive.records.example/results',
    telegramLink: 'https://telegram.records.example/results',
  })
  const richBookId = (await services.books.create(book, systemActor)).id
  const richNoteId = (await services.notes.create(note, systemActor)).id
  const richNewsId = (await services.news.create(news, systemActor)).id
  await services.news.create(otherNews, systemActor)
  await services.exams.create(exam, systemActor)
  await services.results.create(result, systemActor)
  await services.settings.update({ ...testSettings, version: undefined }, systemActor)

  const kinds = [
    '/',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/help',
    '/faq',
    '/search?q=الرياضيات',
    '/books',
    '/books/primary',
    '/books/primary?subject=ISLAMIC',
    `/books/${library.bookId}`,
    `/books/${richBookId}`,
    '/notes',
    '/notes/preparatory',
    `/notes/download/${richNoteId}`,
    '/ministerial',
    '/ministerial/sixth-primary',
    `/ministerial/preview/${library.examId}`,
    '/results',
    '/results/sixth-preparatory',
    '/results/sixth-preparatory/schools',
    '/results/sixth-primary?path=2025/النجف/2',
    '/grade/sixth-preparatory/literary',
    '/news',
    `/news/${richNewsId}`,
    '/no-such-page',
    '/books/missing',
  ]
  const others = [
    '/search',
    '/search?q=ظظظظظظ',
    '/books/primary?page=2',
    '/books/intermediate',
    '/books/preparatory',
    '/notes/primary',
    '/notes/intermediate',
    `/notes/download/${library.noteId}`,
    '/ministerial/third-intermediate',
    '/ministerial/sixth-preparatory',
    '/results/sixth-primary',
    '/results/third-intermediate',
    '/results/sixth-preparatory?path=2026/بابل/علمي/1',
    `/news/${library.newsId}`,
  ]
  return {
    ...library,
    server,
    baseUrl: await server.listen(),
    richBookId,
    richNoteId,
    richNewsId,
    kinds,
    pages: [...kinds, ...others],
    zip,
  }
}

/** What a browser says by itself about a page that is answered with 404. */
export const missingPage = /status of 404/
