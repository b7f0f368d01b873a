import { snapshotStamps } from '#server/content/record/snapshot.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { noteSchema } from '#contract/resources/note.ts'
import type { Note } from '#contract/resources/note.ts'
import type { NoteRow } from './notes.repository.ts'

/** A note as it leaves the server: the listed fields and nothing else. */
export function presentNote(row: NoteRow, facts: ReadonlyMap<string, FileFacts>): Note {
  return {
    id: row.id,
    title: row.title,
    teacher: row.teacher,
    subject: row.subject,
    stage: row.stage,
    branch: row.branch,
    releaseYear: row.releaseYear,
    image: row.image,
    keywords: row.keywords,
    directLink: row.directLink,
    googleDriveLink: row.googleDriveLink,
    telegramLink: row.telegramLink,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    file: (row.directLink && facts.get(row.directLink)) || null,
    imageFile: (row.image && facts.get(row.image)) || null,
  }
}

/** A deleted note as its audit entry holds it. */
export const noteSnapshotSchema = noteSchema.omit({ file: true, imageFile: true }).extend(snapshotStamps)
