import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { between } from '#contract/between.ts'
import type { Note } from '#contract/resources/note.ts'
import { NoteRow } from './note-row.tsx'

const teacher = 'الأستاذ كرار الحسني'
const note: Note = {
  id: '1',
  title: 'الملزمة الوافية',
  subject: 'PHYSICS',
  stage: 'SIXTH_PREPARATORY',
  branch: null,
  releaseYear: 2026,
  teacher,
  keywords: [],
  image: null,
  imageFile: null,
  directLink: 'https://files.example/1.pdf',
  googleDriveLink: null,
  telegramLink: null,
  file: null,
  createdAt: '2020-01-01T00:00:00.000Z',
  updatedAt: '2020-01-01T00:00:00.000Z',
  version: 1,
}

/** What a row shows to eyes, with marks between its parts. */
const seen = (said: Parameters<typeof NoteRow>[0]['said']) =>
  renderToStaticMarkup(<NoteRow note={note} said={said} />)
    .replace(/<span class="visually-hidden">.*?<\/span>/gs, '')
    .replace(/<div class="record-actions">.*/s, '')
    .replace(/(<[^>]+>)+/g, '|')

it('says whose it is, without the title before the name where there is one line for it', () => {
  const grade = 'SIXTH_PREPARATORY'
  expect(seen({ grade })).toBe(`|الملزمة الوافية|الأستاذ كرار الحسني|الفيزياء|${between}|٢٠٢٦|`)
  expect(seen({ grade, subject: 'PHYSICS' })).toBe(`|الملزمة الوافية|كرار الحسني|${between}|٢٠٢٦|`)
  expect(seen({ grade, teacher })).toBe('|الملزمة الوافية|الفيزياء|٢٠٢٦|')
})
