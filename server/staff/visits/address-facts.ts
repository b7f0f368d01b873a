import { grades, isGradeCode, stageBySlug } from '#contract/codes/grades.ts'
import { isRound } from '#contract/codes/rounds.ts'
import { isSubjectCode } from '#contract/codes/subjects.ts'
import { examNumberIn } from '#contract/exam-number.ts'
import { isStorableText } from '#contract/fields.ts'
import { latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

/** What the visits screen tells of a page beside its path. Source: S9.2. */
export type VisitMetadata = Record<string, string | number>

/** What a section's address says: nothing of the section itself, `ofSlug` of a list right below it. */
export function listOfSection(
  section: string,
  page: string,
  ofSlug: (slug: string) => VisitMetadata | undefined,
): VisitMetadata | undefined {
  if (page === section) return {}
  const slug = page.startsWith(`${section}/`) ? page.slice(section.length + 1) : ''
  return slug === '' || slug.includes('/') ? undefined : ofSlug(slug)
}

/** The same of a section whose lists are those of the stages. */
export function listOfStages(
  section: string,
  page: string,
  query: URLSearchParams,
): VisitMetadata | undefined {
  return listOfSection(section, page, slug => {
    const stage = stageBySlug(slug)
    if (stage === undefined) return undefined
    const grade = codeOf(query.get('grade'), isGradeCode)
    const isOfStage = grade !== undefined && grades[grade].stage === stage
    return facts({ stage: isOfStage ? grade : stage, ...subjectOf(query), ...searchOf(query, 'query') })
  })
}

/** A code of a list, or undefined. */
export function codeOf<Code extends string>(
  value: string | null,
  isCode: (text: string) => text is Code,
): Code | undefined {
  return value !== null && isCode(value) ? value : undefined
}

/** The subject that a query names. */
export function subjectOf(query: URLSearchParams) {
  return { subject: codeOf(query.get('subject'), isSubjectCode) }
}

/** What was searched for, as far as it may be kept: an exam number never is. */
export function searchOf(query: URLSearchParams, name: string) {
  const text = (query.get(name) ?? '').trim().slice(0, limits.maxSearchLength).toWellFormed()
  const isKept = text !== '' && isStorableText(text) && examNumberIn(text) === undefined
  return { search: isKept ? text : undefined }
}

/** A year that a record can have, or undefined. */
export function yearOf(text: string | null): number | undefined {
  const year = /^\d{4}$/.test(latinDigits(text ?? '')) ? Number(latinDigits(text ?? '')) : 0
  return year >= limits.minYear && year <= limits.maxYear ? year : undefined
}

/** A round that there is, or undefined. */
export function roundOf(text: string | null): number | undefined {
  const round = Number(latinDigits(text ?? ''))
  return isRound(round) ? round : undefined
}

/** The facts that are there. */
export function facts(given: Record<string, string | number | undefined>): VisitMetadata {
  return Object.fromEntries(Object.entries(given).filter(entry => entry[1] !== undefined)) as VisitMetadata
}
