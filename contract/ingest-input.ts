import { hasBranches } from './codes/grades.ts'
import { roundNotStated } from './codes/rounds.ts'
import { fieldMessages } from './fields.ts'
import { proposedDescription, proposedKeywords, proposedTitle } from './proposed-texts.ts'
import { bookInputSchema, type BookInput } from './resources/book.ts'
import { examInputSchema, type ExamInput } from './resources/exam.ts'
import { fileRules } from './resources/file.ts'
import type { IngestFile, IngestValues } from './resources/ingest.ts'
import { noteInputSchema, type NoteInput } from './resources/note.ts'
import type { PublicationInput } from './resources/publication.ts'
import { resultInputSchema, type ResultInput } from './resources/result.ts'

/** A record that a row becomes. */
export type NewRecord =
  | { kind: 'book'; input: BookInput }
  | { kind: 'note'; input: NoteInput }
  | { kind: 'exam'; input: ExamInput }
  | { kind: 'result'; input: ResultInput }

/** The record of a row, or a sentence for each field that is still wrong; `files` stands for its files. */
export type IngestOutcome = { record: NewRecord } | { problems: Record<string, string> }

type RowFile = Pick<IngestFile, 'url' | 'type' | 'name'>

/** The title that a row's record gets: what somebody typed, or what its facts make. */
export function ingestTitle(values: IngestValues): string {
  return values.title === '' ? proposedTitle(values) : values.title
}

function fileProblem({ kind }: IngestValues, files: readonly RowFile[]): string | undefined {
  if (files.length === 0) return 'لا ملف لهذا السطر'
  if (files.some(({ url }) => url === null)) return 'لم يكتمل الرفع'
  if (kind === '') return undefined
  const wanted = { book: 'pdf', note: 'pdf', exam: 'image', result: 'zip' } as const
  const rule = fileRules[wanted[kind]]
  const wrong = files.find(({ type }) => type !== null && !rule.types.includes(type))
  if (kind === 'exam' && wrong?.type === 'application/pdf')
    return `الامتحان من صور. حوّل صفحات «${wrong.name}» إلى صور.`
  if (wrong) return `${rule.wrongType}: «${wrong.name}»`
  return kind !== 'exam' && files.length > 1 ? 'لهذا النوع ملف واحد. افصل الملفات.' : undefined
}

/** What a row becomes. */
export function ingestOutcome(
  values: IngestValues,
  files: readonly RowFile[],
  publication: PublicationInput = {},
): IngestOutcome {
  const { kind } = values
  if (kind === '') return { problems: { kind: 'اختر النوع' } }
  const urls = files.map(({ url }) => url ?? '')
  const isParted = values.stage !== '' && hasBranches(values.stage)
  const fields = {
    ...values,
    ...publication,
    title: ingestTitle(values),
    description: proposedDescription(values) || ingestTitle(values),
    keywords: proposedKeywords(values),
    branch: isParted ? values.branch : '',
    try: values.try ?? (kind === 'exam' ? roundNotStated : undefined),
    releaseYear: values.releaseYear ?? undefined,
    directLink: urls[0],
    files: urls,
  }
  const problem = fileProblem(values, files)
  const read = {
    book: bookInputSchema,
    note: noteInputSchema,
    exam: examInputSchema,
    result: resultInputSchema,
  }[kind].safeParse(fields)
  const told = read.success ? {} : fieldMessages(read.error)
  const { directLink: _one, image: _cover, ...own } = told
  const problems = { ...own, ...(problem !== undefined && { files: problem }) }
  if (Object.keys(problems).length > 0 || !read.success) return { problems }
  return { record: { kind, input: read.data } as NewRecord }
}
