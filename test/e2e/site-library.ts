import { systemActor } from '#server/staff/session/actor.ts'
import type { TestApp } from '#test/build-app.ts'
import type { GradeCode, MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { bookInputSchema, bookVersionInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { resultInputSchema } from '#contract/resources/result.ts'
import { makeImage, makePdf, makeZip, streamOf } from '#test/files.ts'

/** The records that a small library begins with. */
export interface Library {
  bookId: string
  noteId: string
  examId: string
  newsId: string
  pdf: Buffer
}

async function store(server: TestApp, bytes: Buffer, name: string): Promise<string> {
  return (await server.services.files.store(streamOf(bytes), { name })).url
}

/** Publishes a book; returns its id. */
export async function publishBook(
  server: TestApp,
  title: string,
  stage: GradeCode,
  subject: SubjectCode,
  directLink = 'https://files.example/book.pdf',
): Promise<string> {
  const input = bookInputSchema.parse({
    title,
    stage,
    subject,
    directLink,
    releaseYear: 2026,
    description: 'كتاب المنهج.\nالطبعة الجديدة.',
    keywords: 'كتاب',
    googleDriveLink: 'https://drive.example/book',
  })
  return (await server.services.books.create(input, systemActor)).id
}

/** Fills an empty server: 12 books of one grade, one of another, and some of every other type. */
export async function fillLibrary(server: TestApp): Promise<Library> {
  const { services } = server
  const pdf = await makePdf(3)
  const file = await store(server, pdf, 'الرياضيات.pdf')
  const pages = [
    await store(server, await makeImage('png', 300, 420), 'صفحة ١.png'),
    await store(server, await makeImage('png', 301, 421), 'صفحة ٢.png'),
    await store(server, await makeImage('png', 302, 422), 'صفحة ٣.png'),
  ]
  for (let number = 1; number <= 12; number += 1) {
    await publishBook(server, `كتاب القراءة ${number}`, 'FIRST_PRIMARY', 'READING')
  }
  const bookId = await publishBook(server, 'كتاب الرياضيات للسادس', 'SIXTH_PRIMARY', 'MATH', file)
  for (const [title, releaseYear] of [['الطبعة الثانية', 2025] as const, ['الطبعة الأولى', 2024] as const]) {
    const version = bookVersionInputSchema.parse({
      title,
      releaseYear,
      directLink: file,
      telegramLink: 'https://t.me/x',
    })
    await services.books.createVersion(bookId, version, systemActor)
  }
  const note = noteInputSchema.parse({
    title: 'ملزمة الفيزياء',
    teacher: 'علي حسن',
    subject: 'PHYSICS',
    stage: 'SIXTH_PREPARATORY',
    releaseYear: 2026,
    keywords: 'فيزياء',
    directLink: file,
  })
  const exam = (stage: MinisterialGradeCode, subject: SubjectCode, round: number) =>
    examInputSchema.parse({
      title: `أسئلة وزارية ${round}`,
      description: 'أسئلة الامتحان كاملة.',
      stage,
      subject,
      releaseYear: 2025,
      try: round,
      files: pages,
      keywords: 'وزاري',
    })
  const news = newsInputSchema.parse({
    title: 'جدول امتحانات نصف السنة',
    bio: 'أعلنت الوزارة الجدول.',
    content: 'السطر الأول\nالسطر الثاني',
    type: 'EXAM_SCHEDULE',
    image: pages[0],
    keywords: 'جدول',
  })
  const zip = await store(server, await makeZip({ 'نتائج.txt': 'ناجح' }), 'نتائج.zip')
  for (const city of ['بابل', 'أربيل']) {
    const result = resultInputSchema.parse({
      city,
      stage: 'SIXTH_PREPARATORY',
      branch: 'SCIENTIFIC',
      try: 1,
      releaseYear: 2026,
      keywords: 'نتائج',
      directLink: zip,
      telegramLink: 'https://t.me/results',
    })
    await services.results.create(result, systemActor)
  }
  const noteId = (await services.notes.create(note, systemActor)).id
  const examId = (await services.exams.create(exam('SIXTH_PRIMARY', 'MATH', 1), systemActor)).id
  await services.exams.create(exam('SIXTH_PRIMARY', 'ARABIC', 2), systemActor)
  const newsId = (await services.news.create(news, systemActor)).id
  return { bookId, noteId, examId, newsId, pdf }
}
