import { noteSchema } from '#contract/resources/note.ts'
import type { Note } from '#contract/resources/note.ts'
import type { CurrentValues } from '../standard/use-record-form.ts'

export interface NoteValues {
  title: string
  teacher: string
  subject: string
  stage: string
  branch: string
  releaseYear: string
  image: string
  keywords: string[]
  directLink: string
  googleDriveLink: string
  telegramLink: string
}

export const blankNote: NoteValues = {
  title: '',
  teacher: '',
  subject: '',
  stage: '',
  branch: '',
  releaseYear: '',
  image: '',
  keywords: [],
  directLink: '',
  googleDriveLink: '',
  telegramLink: '',
}

/** A note as its form shows it. */
export function noteValuesOf(note: Note): NoteValues {
  return {
    title: note.title,
    teacher: note.teacher,
    subject: note.subject,
    stage: note.stage,
    branch: note.branch ?? '',
    releaseYear: String(note.releaseYear),
    image: note.image ?? '',
    keywords: note.keywords,
    directLink: note.directLink ?? '',
    googleDriveLink: note.googleDriveLink ?? '',
    telegramLink: note.telegramLink ?? '',
  }
}

/** The form's values of a record that a refused save answered with; undefined when it is none. */
export function currentNoteValues(current: unknown): CurrentValues<NoteValues> | undefined {
  const { data } = noteSchema.safeParse(current)
  return data && { id: data.id, values: noteValuesOf(data), version: data.version }
}
