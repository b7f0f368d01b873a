import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { noteFields, noteInputSchema, noteSchema } from '#contract/resources/note.ts'
import type { Note, NoteInput } from '#contract/resources/note.ts'
import { fetchFrom } from '../standard/record-kind.ts'
import type { FormValues, RecordKind } from '../standard/record-kind.ts'

export type NoteValues = FormValues<typeof noteFields, { keywords: string[] }>

const blankNote: NoteValues = {
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
function noteValuesOf(note: Note): NoteValues {
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

/** What the add and edit screens know of a note. */
export const noteKind: RecordKind<Note, NoteValues, NoteInput> = {
  drafts: 'notes',
  entity: 'MALAZIMA',
  names: noteFields,
  path: apiPaths.notes,
  listAddress: dashboardPaths.notes,
  schema: noteInputSchema,
  recordSchema: noteSchema,
  fetch: fetchFrom(apiPaths.notes),
  blank: blankNote,
  valuesOf: noteValuesOf,
  fileField: 'directLink',
  proposes: 'note',
}
