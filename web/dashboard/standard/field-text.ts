import type { AuditEntity } from '#contract/codes/audit.ts'
import { fileNameOfAddress, sha256OfFileAddress } from '#contract/paths.ts'
import { branchLabels, isBranchCode } from '#contract/codes/branches.ts'
import { grades, isGradeCode, isStageCode, stages } from '#contract/codes/grades.ts'
import { isJobState, jobStateLabels } from '#contract/codes/job-states.ts'
import { isNewsCategoryCode, newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { isRecordState, recordStateLabels } from '#contract/codes/record-states.ts'
import { roleLabels } from '#contract/codes/roles.ts'
import { isSecondFactorRule, secondFactorRuleLabels } from '#contract/codes/second-factor.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { isSubjectCode, subjectLabels } from '#contract/codes/subjects.ts'
import { stampNames } from '#contract/field-names.ts'
import type { FieldNames } from '#contract/field-names.ts'
import {
  formatDate,
  formatDateTime,
  formatNumber,
  formatPlainNumber,
  formatSchoolYear,
} from '#contract/format.ts'
import { accountFields } from '#contract/resources/account.ts'
import { auditEntryFields } from '#contract/resources/audit-entry.ts'
import { examDatesFields } from '#contract/resources/exam-dates.ts'
import { publicationFields } from '#contract/resources/publication.ts'
import { secondFactorFields } from '#contract/resources/second-factor.ts'
import { sheetFields } from '#contract/resources/sheet.ts'
import { siteSettingsFields } from '#contract/resources/site-settings.ts'
import { visitFields } from '#contract/resources/visit.ts'
import { formattedLines } from './formatted-lines.ts'

/** What fields are called that are no kind's own. */
const otherNames: FieldNames = {
  ...visitFields,
  ...sheetFields,
  ...publicationFields,
  ...auditEntryFields,
  ...siteSettingsFields,
  ...examDatesFields,
  ...accountFields,
  ...secondFactorFields,
  ...stampNames,
}

const yearFields = new Set(['releaseYear', 'year'])
/** The records whose year is a school year. */
const schoolYearEntities = new Set<AuditEntity | undefined>(['BOOK', 'MALAZIMA'])

/** Of what kind of record a field is; absent where it is of none. */
export interface FieldOwner {
  entity?: AuditEntity | undefined
  /** What its kind calls its fields. */
  names?: FieldNames | undefined
}

/** The Arabic name of a field; an unknown one keeps its own. */
export function fieldLabel(field: string, { names, value }: FieldOwner & { value?: unknown } = {}): string {
  if (field === 'stage' && typeof value === 'string' && isStageCode(value)) return 'المرحلة'
  return names?.[field] ?? otherNames[field] ?? field
}

/** Compares two fields by their place in the form of their kind; unknown ones come last. */
export function compareFields({ names }: FieldOwner): (one: string, other: string) => number {
  const order = Object.keys({ ...names, ...otherNames })
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length)
  return (one, other) => place(one) - place(other)
}

function codeLabel(text: string): string | undefined {
  if (isGradeCode(text)) return grades[text].label
  if (isStageCode(text)) return stages[text].label
  if (isSubjectCode(text)) return subjectLabels[text]
  if (isBranchCode(text)) return branchLabels[text]
  if (isNewsCategoryCode(text)) return newsCategoryLabels[text]
  return undefined
}

const codeFields = new Set(['stage', 'grade', 'subject', 'category', 'branch', 'type'])
const dateFields = new Set(['publishAt', 'createdAt', 'updatedAt', 'lastSeenAt'])

/** Fields that mean nothing to people; their place in a list already tells the order. */
const technicalFields = new Set(['id', 'bookId', 'position', 'createdAt', 'file'])

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** True when people would read the same in both; nothing typed and nothing stored are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  const fields = [one, other].flatMap(value => Object.keys(value as object))
  return fields.every(field =>
    isSameValue((one as Record<string, unknown>)[field], (other as Record<string, unknown>)[field]),
  )
}

/**
 * A field's value as people read it: labels for codes, file names for addresses, a school year where the kind of
 * record has one; '' for nothing.
 */
export function fieldText(field: string, value: unknown, owner: FieldOwner = {}): string {
  if (isNothing(value)) return ''
  if (typeof value === 'boolean') return value ? 'نعم' : 'لا'
  if (field === 'try') return roundLabel(Number(value)) || 'غير محدد'
  if (field === 'role' && (value === 'admin' || value === 'editor')) return roleLabels[value]
  if (field === 'secondFactorFor' && isSecondFactorRule(value)) return secondFactorRuleLabels[value]
  if (yearFields.has(field)) {
    return (schoolYearEntities.has(owner.entity) ? formatSchoolYear : formatPlainNumber)(Number(value))
  }
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) {
    const hasObjects = value.some(item => typeof item === 'object')
    return value.map(item => fieldText('', item, owner)).join(hasObjects ? '\n' : '، ')
  }
  if (value !== null && typeof value === 'object') {
    const formatted = formattedLines(value)
    if (formatted !== undefined) return formatted
    return Object.entries(value)
      .filter(([name, inner]) => !technicalFields.has(name) && !isNothing(inner))
      .map(
        ([name, inner]) =>
          `${fieldLabel(name, { ...owner, value: inner })}: ${fieldText(name, inner, owner)}`,
      )
      .join('، ')
  }
  const text = String(value)
  if (field === 'state' && isRecordState(text)) return recordStateLabels[text]
  if (field === 'state' && isJobState(text)) return jobStateLabels[text]
  if (field === 'day') return formatDate(text)
  if (dateFields.has(field)) return formatDateTime(text)
  if (codeFields.has(field)) return codeLabel(text) ?? text
  return fileNameOfAddress(text) ?? text
}

/** The contents of the files of ours that a value names, in their order. */
function contentsOf(value: unknown): string[] {
  if (typeof value === 'string') return [sha256OfFileAddress(value) ?? []].flat()
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(contentsOf) : []
}

/** Two values of a field as people read them side by side: the second one says so where it is another file of the same name. */
export function fieldTextsApart(
  field: string,
  values: readonly [unknown, unknown],
  owner: FieldOwner = {},
): [string, string] {
  const [one, other] = [fieldText(field, values[0], owner), fieldText(field, values[1], owner)]
  const isOtherFile = one === other && contentsOf(values[0]).join() !== contentsOf(values[1]).join()
  return [one, isOtherFile ? `${other} (ملف آخر بالاسم نفسه)` : other]
}
