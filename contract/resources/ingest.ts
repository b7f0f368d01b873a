import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { cities } from '../codes/cities.ts'
import { gradeCodes } from '../codes/grades.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { limits } from '../limits.ts'
import { publicationInputShape } from './publication.ts'
import { warningSchema } from './warning.ts'

/** The kinds of record that files become. */
export const ingestKinds = ['book', 'note', 'exam', 'result'] as const
export type IngestKind = (typeof ingestKinds)[number]

/**
 * How surely something was proposed: as it was written, by what stands around it, by the text of the file's first page
 * where its name says nothing, or by chance.
 */
export const confidences = ['sure', 'likely', 'page', 'guess'] as const
export type Confidence = (typeof confidences)[number]

function proposed<Value extends z.ZodType>(value: Value) {
  return z.object({ value, confidence: z.enum(confidences) }).nullable()
}

/** What a file's name, with the folders before it, says of the record that it is for; null where it says nothing. */
export const nameProposalSchema = z.object({
  kind: proposed(z.enum(ingestKinds)),
  title: proposed(z.string()),
  stage: proposed(z.enum(gradeCodes)),
  branch: proposed(z.enum(branchCodes)),
  subject: proposed(z.enum(subjectCodes)),
  releaseYear: proposed(z.int()),
  try: proposed(z.int()),
  teacher: proposed(z.string()),
  city: proposed(z.enum(cities)),
  /** What it is called in place of its kind, is about in place of its subject, and the part that it is; '' for none. */
  label: z.string(),
  about: z.string(),
  part: z.string(),
  /** Its place among its like, where the name says one. */
  page: z.int().nullable(),
  /** Files of one group are pages of one thing; '' for a name that says of none. */
  group: z.string(),
})
export type NameProposal = z.infer<typeof nameProposalSchema>

/** The body of `POST /api/staff/ingest/proposals`: names, with their folders where they have some. */
export const nameProposalsInputSchema = z.object({
  names: z
    .array(z.string().max(limits.maxIngestPathLength))
    .min(1)
    .max(limits.maxIngestFiles, { error: 'اخترت من الملفات أكثر مما يُستورد مرة واحدة' }),
})
export const nameProposalsAnswerSchema = z.object({ proposals: z.array(nameProposalSchema) })

const text = (max: number) => z.string().trim().max(max)

/** What is said of the record that a row becomes; '' and null where nothing is said yet. */
export const ingestValuesSchema = z.object({
  kind: z.enum([...ingestKinds, '']),
  /** '' for the title that the other values make. */
  title: text(limits.maxTitleLength),
  stage: z.enum([...gradeCodes, '']),
  branch: z.enum([...branchCodes, '']),
  subject: z.enum([...subjectCodes, '']),
  releaseYear: z.int().nullable(),
  try: z.int().nullable(),
  teacher: text(limits.maxNameLength),
  city: z.enum([...cities, '']),
  label: text(limits.maxNameLength),
  about: text(limits.maxNameLength),
  part: text(limits.maxNameLength),
})
export type IngestValues = z.infer<typeof ingestValuesSchema>
export type IngestField = Exclude<keyof IngestValues, 'label' | 'about' | 'part'>

/** The same as it stands, also where it is longer than what may be sent. */
const storedValuesSchema = ingestValuesSchema.extend({
  title: z.string(),
  teacher: z.string(),
  label: z.string(),
  about: z.string(),
  part: z.string(),
})

const doubtsSchema = z.record(z.string(), z.enum(confidences))

/** A file of an import. Units: bytes. `url` and `type` are null until it has arrived. */
export const ingestFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  size: z.number(),
  url: z.string().nullable(),
  type: z.string().nullable(),
  /** The archive of the import that it comes from; null for one that comes from somebody's device. */
  archiveId: z.string().nullable(),
  /** Records that show the same bytes. */
  usedBy: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
})
export type IngestFile = z.infer<typeof ingestFileSchema>

/** A row of an import: one record to come. */
export const ingestRowSchema = z.object({
  id: z.string(),
  version: z.int(),
  values: storedValuesSchema,
  /** Of the values that were only proposed, how surely. */
  doubts: doubtsSchema,
  /** Somebody has looked at it as it stands. */
  isSeen: z.boolean(),
  /** The record that it has become. */
  record: z.object({ kind: z.enum(ingestKinds), id: z.string(), batchId: z.string() }).nullable(),
  files: z.array(ingestFileSchema),
  changedBy: z.object({ name: z.string(), isYou: z.boolean() }).nullable(),
})
export type IngestRow = z.infer<typeof ingestRowSchema>

/** How far the opening of an archive is: its list is to be read, its files are taken in, all is done, it cannot be. */
export const ingestArchiveStates = ['waiting', 'opening', 'opened', 'failed'] as const

/** How far an archive of an import is: of so many files of it, so many are taken in. */
const ingestArchiveStateSchema = z.object({
  id: z.string(),
  state: z.enum(ingestArchiveStates),
  /** Why it cannot be opened, for people. */
  failure: z.string().nullable(),
  files: z.int(),
  taken: z.int(),
})
export type IngestArchiveState = z.infer<typeof ingestArchiveStateSchema>

/** How far the archives of an import are: what is asked again and again while one is opened. */
export const ingestArchivesSchema = z.object({ archives: z.array(ingestArchiveStateSchema) })

/** An archive whose files have become files of the import. */
export const ingestArchiveSchema = ingestArchiveStateSchema.extend({
  name: z.string(),
  /** The first of its files that were not taken, by their paths in it, and why. */
  refused: z.array(z.object({ path: z.string(), reason: z.string() })).max(limits.ingestRefusedKept),
  /** How many were not taken. */
  refusedCount: z.int(),
})
export type IngestArchive = z.infer<typeof ingestArchiveSchema>

/** An import with all that is in it. */
export const ingestSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  rows: z.array(ingestRowSchema),
  archives: z.array(ingestArchiveSchema),
})
export type Ingest = z.infer<typeof ingestSchema>

/** An import in the list of those that are open. */
export const ingestSummarySchema = ingestSchema.omit({ rows: true, archives: true }).extend({
  changedAt: z.string(),
  rows: z.int(),
  added: z.int(),
  files: z.int(),
  arrived: z.int(),
})
export type IngestSummary = z.infer<typeof ingestSummarySchema>

const tooManyRows = 'اخترت من السطور أكثر مما يُعالج مرة واحدة'
const someRows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .min(1, { error: 'اختر سطراً واحداً على الأقل' })
    .max(limits.maxIngestFiles, { error: tooManyRows })

/** A row as somebody saw it. */
const seenRowSchema = z.object({ id: z.string().max(100), version: z.int().min(1) })
export type SeenRow = z.infer<typeof seenRowSchema>

/** The body of `POST /api/staff/ingests/{id}/files`: what is going to be sent, named before the first byte. */
export const ingestFilesInputSchema = z.object({
  files: z
    .array(
      z.object({
        name: z.string().min(1).max(limits.maxIngestPathLength),
        folder: z.string().max(limits.maxIngestPathLength),
        size: z.int().min(0).max(limits.maxIngestFileBytes),
      }),
    )
    .min(1)
    .max(limits.maxIngestFiles, { error: 'اخترت من الملفات أكثر مما يُستورد مرة واحدة' }),
})
export type NewIngestFile = z.infer<typeof ingestFilesInputSchema>['files'][number]

/** Its answer: the files' ids in the order in which they were named; one that was there already is itself. */
export const ingestFilesAnswerSchema = z.object({ ids: z.array(z.string()) })

/** The body of `PUT /api/staff/ingests/{id}/files`: where the files are that have arrived. */
export const arrivedFilesSchema = z.object({
  files: z
    .array(z.object({ id: z.string().max(100), url: z.string().max(limits.maxLinkLength) }))
    .min(1)
    .max(limits.maxIngestFiles),
})
export type ArrivedFile = z.infer<typeof arrivedFilesSchema>['files'][number]

/** The body of `PUT /api/staff/ingests/{id}/rows`: values that somebody typed; rows that were looked at. */
export const ingestChangesSchema = z.object({
  rows: someRows(
    seenRowSchema.extend({
      values: ingestValuesSchema.partial().optional(),
      isSeen: z.boolean().optional(),
    }),
  ),
})
export type IngestChange = z.infer<typeof ingestChangesSchema>['rows'][number]

/** Its answer: the rows as they are now, and those that somebody else had changed, which stay as they are. */
export const ingestChangesAnswerSchema = z.object({
  rows: z.array(ingestRowSchema),
  stale: z.array(ingestRowSchema),
})
export type IngestChangesAnswer = z.infer<typeof ingestChangesAnswerSchema>

const distinctRows = someRows(seenRowSchema).refine(
  rows => new Set(rows.map(({ id }) => id)).size === rows.length,
  { error: 'ذُكر سطر واحد أكثر من مرة' },
)

/** The body of the calls that take rows away, join them into the first one, or part each into its files. */
export const ingestRowsInputSchema = z.object({ rows: distinctRows })

/** The body of the call that puts pictures of its pages, in their order, in the place of a row's PDF. */
export const ingestPagesInputSchema = z.object({
  row: seenRowSchema,
  file: z.string().max(100),
  pictures: z.array(z.string().max(limits.maxLinkLength)).min(1).max(limits.maxExamImages),
})
export type IngestPages = z.infer<typeof ingestPagesInputSchema>

/** The body of the call that makes one row of an archive again. */
export const ingestArchiveInputSchema = z.object({ archive: z.string().max(100) })

/** The body of `POST /api/staff/ingests/{id}/publication`. */
export const ingestPublicationSchema = z.object({ rows: distinctRows, ...publicationInputShape })
export type IngestPublication = z.infer<typeof ingestPublicationSchema>

/** The body of `POST /api/staff/ingests/{id}/checks`: ids of rows. */
export const ingestChecksInputSchema = z.object({ rows: someRows(z.string().max(100)) })

/**
 * What speaks against rows, by their ids: records that say the same, and with `alike` rows, as they were then, that show nearly the
 * same. `late`: ids of those whose pictures were not compared in time.
 */
export const ingestChecksAnswerSchema = z.object({
  warnings: z.record(z.string(), z.array(warningSchema)),
  alike: z.record(z.string(), z.array(seenRowSchema)),
  late: z.array(z.string()),
})
export type IngestChecks = z.infer<typeof ingestChecksAnswerSchema>
