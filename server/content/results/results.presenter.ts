import { snapshotStamps } from '#server/content/record/snapshot.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { resultSchema } from '#contract/resources/result.ts'
import type { Result } from '#contract/resources/result.ts'
import type { ResultRow } from './results.repository.ts'

/** A result as it leaves the server: the listed fields and nothing else. */
export function presentResult(row: ResultRow, facts: ReadonlyMap<string, FileFacts>): Result {
  return {
    id: row.id,
    city: row.city,
    school: row.school,
    stage: row.stage,
    branch: row.branch,
    try: row.try,
    releaseYear: row.releaseYear,
    keywords: row.keywords,
    directLink: row.directLink,
    googleDriveLink: row.googleDriveLink,
    telegramLink: row.telegramLink,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    file: facts.get(row.directLink) ?? null,
  }
}

/** A deleted result as its audit entry holds it. */
export const resultSnapshotSchema = resultSchema.omit({ file: true }).extend(snapshotStamps)
