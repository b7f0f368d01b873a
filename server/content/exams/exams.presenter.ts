import { snapshotStamps } from '#server/content/record/snapshot.ts'
import { examSchema } from '#contract/resources/exam.ts'
import type { Exam } from '#contract/resources/exam.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { ExamRow } from './exams.repository.ts'

/** An exam as it leaves the server: the listed fields and nothing else. */
export function presentExam(row: ExamRow, facts: ReadonlyMap<string, FileFacts>): Exam {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    subject: row.subject,
    stage: row.stage,
    releaseYear: row.releaseYear,
    try: row.try,
    files: row.files,
    keywords: row.keywords,
    googleDriveLink: row.googleDriveLink,
    telegramLink: row.telegramLink,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    pages: row.files.map(address => facts.get(address) ?? null),
  }
}

/** A deleted exam as its audit entry holds it. */
export const examSnapshotSchema = examSchema.omit({ pages: true }).extend(snapshotStamps)
