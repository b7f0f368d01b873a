import type { BookInput } from '#contract/resources/book.ts'
import type { ExamInput } from '#contract/resources/exam.ts'
import type { NoteInput } from '#contract/resources/note.ts'
import type { ResultInput } from '#contract/resources/result.ts'

/*
 * A valid input of every kind of record, as a form or a service takes it. A test names only what it is about; of the
 * rest it knows nothing but that it is valid. Wrong values are spread over it: `{ ...bookInput(), subject: '' }`.
 */

export function bookInput(change: Partial<BookInput> = {}): BookInput {
  return {
    title: 'كتاب الرياضيات',
    subject: 'MATH',
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    releaseYear: 2025,
    description: 'كتاب الرياضيات للصف السادس.',
    image: 'https://files.example/cover.jpg',
    keywords: ['رياضيات'],
    directLink: 'https://files.example/book.pdf',
    telegramLink: 'https://t.me/example/1',
    ...change,
  }
}

export function noteInput(change: Partial<NoteInput> = {}): NoteInput {
  return {
    title: 'ملزمة الفيزياء',
    teacher: 'أحمد الجبوري',
    subject: 'PHYSICS',
    stage: 'THIRD_INTERMEDIATE',
    releaseYear: 2025,
    image: 'https://files.example/cover.jpg',
    keywords: ['فيزياء'],
    directLink: 'https://files.example/note.pdf',
    ...change,
  }
}

export function examInput(change: Partial<ExamInput> = {}): ExamInput {
  return {
    title: 'أسئلة العربية',
    description: 'صور واضحة لأسئلة الامتحان الوزاري.',
    subject: 'ARABIC',
    stage: 'SIXTH_PRIMARY',
    releaseYear: 2024,
    try: 1,
    files: ['https://files.example/1.jpg', 'https://files.example/2.jpg'],
    keywords: ['وزاري'],
    ...change,
  }
}

export function resultInput(change: Partial<ResultInput> = {}): ResultInput {
  return {
    city: 'البصرة',
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    try: 1,
    releaseYear: 2026,
    keywords: ['نتائج'],
    directLink: 'https://files.example/basra.zip',
    ...change,
  }
}
