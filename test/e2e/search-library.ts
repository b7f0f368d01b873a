import { bookInputSchema } from '#contract/resources/book.ts'
import { examInputSchema } from '#contract/resources/exam.ts'
import { newsInputSchema } from '#contract/resources/news.ts'
import { noteInputSchema } from '#contract/resources/note.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import type { TestApp } from '#test/build-app.ts'
import { makeImage, streamOf } from '#test/files.ts'
import { publishBook } from './site-library.ts'

/** More books of one subject than the dialog and a page of results show. */
export const readingBooks = 24

/** Fills an empty server with what the search is tried on; returns the id of the vowelled chemistry book. */
export async function fillSearchLibrary({ services, ...server }: TestApp): Promise<string> {
  for (let number = 1; number <= readingBooks; number += 1) {
    await publishBook({ services, ...server }, `القراءة الجزء ${number}`, 'FIRST_PRIMARY', 'READING')
  }
  const facts = { subject: 'CHEMISTRY', stage: 'SIXTH_PREPARATORY', releaseYear: 2026, keywords: 'كيمياء' }
  const book = bookInputSchema.parse({
    ...facts,
    title: 'كِتَابُ الكِيمْيَـــاءِ المُطَوَّر',
    description: 'كتاب المنهج.',
    directLink: 'https://files.example/chemistry.pdf',
  })
  const note = noteInputSchema.parse({
    ...facts,
    title: 'ملزمة الكيمياء',
    teacher: 'علي حسن',
    directLink: 'https://files.example/note.pdf',
  })
  const exam = examInputSchema.parse({
    ...facts,
    title: 'أسئلة الكيمياء الوزارية',
    description: 'أسئلة الامتحان كاملة.',
    try: 1,
    files: ['https://files.example/page.png'],
  })
  const news = newsInputSchema.parse({
    title: 'تعديل منهج الكيمياء',
    bio: 'أعلنت الوزارة التعديل.',
    content: 'النص الكامل.',
    type: 'STUDY_CURRICULUM',
    image: (await services.files.store(streamOf(await makeImage('png', 320, 180)), { name: 'خبر.png' })).url,
    keywords: 'كيمياء',
  })
  await services.notes.create(note, systemActor)
  await services.exams.create(exam, systemActor)
  await services.news.create(news, systemActor)
  return (await services.books.create(book, systemActor)).id
}
