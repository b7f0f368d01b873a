import { branchLabels } from '#contract/codes/branches.ts'
import type { BranchCode } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import type { KindWithPage } from '#contract/kinds.ts'
import { apiPaths, paths, sha256OfFileAddress } from '#contract/paths.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { Sheet } from '#contract/resources/sheet.ts'
import { sheetTypes } from '#web/shelf/sheet-types.ts'
import { ask } from '#web/ask.ts'
import type { ShelfFacts, ShelfFile } from './shelf-item.ts'

type StoredFile = Pick<FileFacts, 'url' | 'name' | 'size' | 'type' | 'light'>

/** What records of every kind that can be kept have in common, as the API tells of them. */
export interface KeepableRecord {
  id: string
  title: string
  subject: SubjectCode
  stage: GradeCode
  branch?: BranchCode | null
  releaseYear: number
  try?: number
  teacher?: string
  file?: StoredFile | null
  pages?: readonly (StoredFile | null)[]
}

/** A record is not there any more, or has no file of ours. */
export class NothingToKeepError extends Error {
  override name = 'NothingToKeepError'
}

/** Whether the word names something that can be kept by its id. */
export function isKeepable(kind: string): kind is KindWithPage | 'sheet' {
  return kind === 'sheet' || (Object.hasOwn(kinds, kind) && kinds[kind as KindWithPage].pageOf !== null)
}

/** What the shelf keeps of a record: its own files or their light copies, each under its SHA-256. */
export function factsOfRecord(kind: KindWithPage, record: KeepableRecord): ShelfFacts {
  const { id, title, subject, stage, branch, releaseYear, teacher, file, pages = [] } = record
  const about = [
    kinds[kind].shownAs,
    teacher,
    grades[stage].shortLabel,
    branch && branchLabels[branch],
    record.try === undefined ? '' : roundLabel(record.try, formatPlainNumber),
    formatPlainNumber(releaseYear),
  ]
  return {
    id: `${kind}:${id}`,
    kind,
    title,
    about: about.filter(Boolean).join(' · '),
    subject,
    page: kinds[kind].pageOf(id),
    files: [file, ...pages].flatMap(each => ownFile(each)),
  }
}

/** A file of ours, or its light copy where there is one. */
function ownFile(file: StoredFile | null | undefined): ShelfFile[] {
  const original = file ? sha256OfFileAddress(file.url) : undefined
  if (!file || original === undefined) return []
  const { type, light } = file
  const { url, name, size } = light ?? file
  const sha256 = sha256OfFileAddress(url) ?? original
  const kept = { sha256, url: new URL(url, location.href).pathname, name, size, type }
  return [light ? { ...kept, of: original } : kept]
}

function factsOfSheet({ id, school, group, kind, url, size, sha256 }: Sheet): ShelfFacts {
  const name = decodeURIComponent(url.split('/').at(-1) ?? school)
  return {
    id: `sheet:${id}`,
    kind: 'sheet',
    title: `ورقة ${school}`,
    about: ['ورقة مدرسة', group].filter(Boolean).join(' · '),
    subject: null,
    page: paths.sheet(id),
    files: [{ sha256, url: new URL(url, location.href).pathname, name, size, type: sheetTypes[kind] }],
  }
}

/**
 * What is to be kept of a record, as it is now.
 * Errors: `NothingToKeepError` when it is gone or has no file of ours; those of `ask` without a line.
 */
export async function readFacts(kind: KindWithPage | 'sheet', id: string): Promise<ShelfFacts> {
  const answer = await ask(kind === 'sheet' ? apiPaths.resultSheet(id) : `${kinds[kind].apiPath}/${id}`)
  if (answer.status === 404) throw new NothingToKeepError()
  if (!answer.ok) throw new Error(String(answer.status))
  const { data } = (await answer.json()) as { data: unknown }
  const facts = kind === 'sheet' ? factsOfSheet(data as Sheet) : factsOfRecord(kind, data as KeepableRecord)
  if (facts.files.length === 0) throw new NothingToKeepError()
  return facts
}
