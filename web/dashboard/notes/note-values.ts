import type { Note } from '#contract/resources/note.ts'

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
