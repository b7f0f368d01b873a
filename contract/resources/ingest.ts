import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { cities } from '../codes/cities.ts'
import { gradeCodes } from '../codes/grades.ts'
import { subjectCodes } from '../codes/subjects.ts'
import { limits } from '../limits.ts'

/** The kinds of record that files become. */
export const ingestKinds = ['book', 'note', 'exam', 'result'] as const
export type IngestKind = (typeof ingestKinds)[number]

/** How surely something was proposed: as it was written, by what stands around it, or by chance. */
export const confidences = ['sure', 'likely', 'guess'] as const
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
