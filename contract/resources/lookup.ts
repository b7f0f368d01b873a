import { z } from 'zod'
import { branchCodes } from '../codes/branches.ts'
import { ministerialGradeCodes } from '../codes/grades.ts'
import { ministerialGradeSchema } from '../codes/schemas.ts'
import { integerFilter } from '../fields.ts'
import { formatPlainNumber, latinDigits } from '../format.ts'
import { limits } from '../limits.ts'
import type { ReleaseStatus } from './release-status.ts'

/** An exam number as it was typed, as digits 0 to 9: whatever stands between the digits is dropped. */
export function examNumberOf(typed: string): string {
  return latinDigits(typed).replace(/\D/g, '')
}

const { minExamNumberDigits: least, maxExamNumberDigits: most } = limits
/** Said of what cannot be an exam number, such as a name. */
export const wrongExamNumber = `الرقم الامتحاني من ${formatPlainNumber(least)} إلى ${formatPlainNumber(most)} رقماً`

/** The body of `POST /api/results/lookup`: without year and round, every release of the stage. */
export const lookupInputSchema = z.object({
  stage: ministerialGradeSchema,
  number: z
    .union([z.string(), z.number()], { error: 'اكتب رقمك الامتحاني' })
    .transform(typed => examNumberOf(String(typed).slice(0, limits.maxTitleLength)))
    .refine(digits => digits.length >= least && digits.length <= most, { error: wrongExamNumber }),
  releaseYear: integerFilter('السنة غير صالحة'),
  try: integerFilter('الدور غير صالح'),
})
export type LookupInput = z.infer<typeof lookupInputSchema>

/** Left, top, width, height. Units: fractions of the picture. */
export const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type PictureBox = z.infer<typeof boxSchema>

/** The picture of a page and what is cut out of it. Units: pixels; boxes in fractions. */
export const rowPictureSchema = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** The head of the table; null where the page has none. */
  head: boxSchema.nullable(),
  row: boxSchema,
  /** Where the row may be cut between cells, from left to right; none where that is not known. */
  cuts: z.array(z.number()),
})
export type RowPicture = z.infer<typeof rowPictureSchema>

/** Where an exam number stands. Source: R6.1. */
export const lookupMatchSchema = z.object({
  sheetId: z.string(),
  resultId: z.string(),
  school: z.string(),
  city: z.string(),
  branch: z.enum(branchCodes).nullable(),
  releaseYear: z.int(),
  try: z.int(),
  /** From 1. */
  page: z.int(),
  pages: z.int(),
  /** Null where the row could not be drawn. */
  picture: rowPictureSchema.nullable(),
  /** The sheet's file. */
  url: z.string(),
})
export type LookupMatch = z.infer<typeof lookupMatchSchema>

/** How far the release is that was asked for, or the newest of the stage. */
export const lookupReleaseSchema = z.object({
  stage: z.enum(ministerialGradeCodes),
  state: z.enum(['none', 'partly', 'announced']),
  releaseYear: z.int().nullable(),
  try: z.int().nullable(),
  /** Cities with something public, of how many. */
  announced: z.int(),
  total: z.int(),
})
export type LookupRelease = z.infer<typeof lookupReleaseSchema>

export const lookupSchema = z.object({ matches: z.array(lookupMatchSchema), release: lookupReleaseSchema })
export type Lookup = z.infer<typeof lookupSchema>

/** What helps who is not found although the results of the city are out: a number that was read with doubt is not published. */
export const numberNotFoundHelp = 'تأكد من الرقم أو ابحث عن مدرستك، فقد لا تُقرأ أرقام بعض الأوراق'

/** What helps who is not found while not all sheets of what is out are read; '' when they are. */
export function unreadHelp({
  reading,
  stopped,
  announced,
}: Pick<ReleaseStatus, 'reading' | 'stopped' | 'announced'>): string {
  const isAll = (some: readonly string[]) => some.length === announced && announced > 1
  const told: string[] = []
  if (reading.length > 0) {
    const again = 'ابحث عن مدرستك الآن، أو أعد البحث برقمك بعد قليل'
    told.push(
      isAll(reading)
        ? `أوراق المدن التي صدرت ما زالت تُقرأ: ${again}.`
        : `أوراق ${reading.join('، ')} صدرت وما زالت تُقرأ: إن كانت مدينتك منها ف${again}.`,
    )
  }
  if (stopped.length > 0) {
    const itself = 'ابحث عن مدرستك وافتح ورقتها، أو حمّل ملف المدينة'
    told.push(
      isAll(stopped)
        ? `أرقام المدن التي صدرت لم تُقرأ كلها: ${itself}.`
        : `أرقام ${stopped.join('، ')} لم تُقرأ كلها: إن كانت مدينتك منها ف${itself}.`,
    )
  }
  return told.join(' ')
}

/** The exam numbers of one bucket: each as what follows the prefix in its SHA-256, its page in `pages`, its row. */
export interface NumberBucket {
  /** Ask again with so many digits of the SHA-256: too many numbers begin so. */
  longer?: number
  numbers: [rest: string, page: number, row: PictureBox][]
  pages: BucketPage[]
}

/** A page that numbers stand on: its picture without a row. */
export type BucketPage = Omit<LookupMatch, 'picture'> & { picture: Omit<RowPicture, 'row'> | null }
