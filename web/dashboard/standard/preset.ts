import { branchCodes } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import { isGradeCode, isMinisterialGradeCode } from '#contract/codes/grades.ts'
import { isRound } from '#contract/codes/rounds.ts'
import { isSubjectCode } from '#contract/codes/subjects.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { proposedDescription, proposedKeywords, proposedTitle } from '#contract/proposed-texts.ts'
import type { IngestKind } from '#contract/resources/ingest.ts'

/** Where a record belongs that is missing; absent and null: not known. */
export interface MissingPlace {
  stage?: string | undefined
  branch?: string | null | undefined
  subject?: string | null | undefined
  releaseYear?: number | null | undefined
  try?: number | null | undefined
  city?: string | null | undefined
}

/** The address of the form for a record that is missing, filled with its place. */
export function addressOfMissing(kind: IngestKind, place: MissingPlace): string {
  const known = Object.entries(place).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return `${dashboardPaths.add(kinds[kind].dashboardPath)}?${new URLSearchParams(known)}`
}

const has = <Value extends string>(known: readonly Value[], text: string): text is Value =>
  (known as readonly string[]).includes(text)

/** What the address of a form says of the record that is added: only what that form can hold. Undefined for nothing. */
export function presetOf(kind: IngestKind, asked: URLSearchParams) {
  const text = (name: string) => asked.get(name) ?? ''
  const [year, round] = [Number(text('releaseYear')), Number(text('try'))]
  const [stage, branch, subject, city] = [text('stage'), text('branch'), text('subject'), text('city')]
  const isByExam = kind === 'exam' || kind === 'result'
  const place = {
    ...(isGradeCode(stage) && (!isByExam || isMinisterialGradeCode(stage)) && { stage }),
    ...(year >= limits.minYear && year <= limits.maxYear && { releaseYear: String(year) }),
    ...(isByExam && isRound(round) && { try: String(round) }),
    ...(kind === 'result' && has(cities, city) && { city }),
    ...(kind !== 'exam' && has(branchCodes, branch) && { branch }),
    ...(kind !== 'result' && isSubjectCode(subject) && { subject }),
  }
  if (Object.keys(place).length === 0) return undefined
  if (kind === 'result')
    return {
      ...place,
      ...('city' in place && { keywords: [`نتائج ${place.city}`] }),
      state: 'draft' as const,
    }
  const facts = {
    kind,
    stage: place.stage ?? ('' as const),
    branch: place.branch ?? null,
    subject: place.subject ?? ('' as const),
    releaseYear: place.releaseYear === undefined ? null : year,
    try: place.try === undefined ? null : round,
    teacher: '',
    city: '',
    label: '',
    about: '',
    part: '',
  }
  const title = proposedTitle(facts)
  if (title === '') return place
  const description = proposedDescription(facts)
  return {
    ...place,
    title,
    ...(description !== '' && { description }),
    keywords: proposedKeywords(facts),
  }
}
