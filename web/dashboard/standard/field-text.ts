import type { AuditEntity } from '#contract/codes/audit.ts'
import { branchLabels, isBranchCode } from '#contract/codes/branches.ts'
import { grades, isGradeCode, isStageCode, stages } from '#contract/codes/grades.ts'
import { isNewsCategoryCode, newsCategoryLabels } from '#contract/codes/news-categories.ts'
import { isRecordState, recordStateLabels } from '#contract/codes/record-states.ts'
import { roleLabels } from '#contract/codes/roles.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { isSubjectCode, subjectLabels } from '#contract/codes/subjects.ts'
import { formatDateTime, formatNumber, formatPlainNumber, formatSchoolYear } from '#contract/format.ts'

/** The Arabic names of fields, for differences, conflicts and visit metadata. */
const fieldLabels: Record<string, string> = {
  title: 'العنوان',
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  role: 'الصلاحية',
  isDisabled: 'معطل',
  teacher: 'اسم المدرس',
  subject: 'المادة',
  category: 'المادة',
  stage: 'الصف',
  grade: 'الصف',
  branch: 'الفرع',
  type: 'النوع',
  try: 'الدور',
  city: 'المدينة',
  school: 'المدرسة',
  group: 'المجموعة',
  isHidden: 'مخفية',
  encoding: 'ترميز الأسماء',
  entry: 'الملف في الأرشيف',
  releaseYear: 'السنة',
  year: 'السنة',
  description: 'الوصف',
  bio: 'النبذة',
  content: 'المحتوى',
  image: 'الصورة',
  files: 'الصور',
  keywords: 'الكلمات المفتاحية',
  directLink: 'الملف',
  googleDriveLink: 'رابط Google Drive',
  telegramLink: 'رابط تيليجرام',
  versions: 'الإصدارات',
  state: 'الحالة',
  publishAt: 'موعد النشر',
  position: 'الترتيب',
  search: 'البحث',
  query: 'البحث',
  action: 'الإجراء',
  entity: 'النوع',
  bookId: 'الكتاب',
  createdAt: 'تاريخ الإضافة',
  updatedAt: 'تاريخ التعديل',
  resultSites: 'مواقع النتائج',
  facebookLink: 'رابط فيسبوك',
  whatsappLink: 'رابط واتساب',
  instagramLink: 'رابط إنستغرام',
  promotionLink: 'رابط القناة في أعلى الصفحة',
  videoHelpLink: 'رابط فيديو طريقة التحميل',
  contactEmail: 'بريد التواصل',
  contactPhone: 'هاتف التواصل',
  contactAddress: 'عنوان المكتب',
  statistics: 'الإحصاءات',
  students: 'عدد الطلبة',
  resources: 'عدد المصادر',
  satisfactionPercent: 'نسبة الرضا',
  sixthPrimary: 'السادس الابتدائي',
  thirdIntermediate: 'الثالث المتوسط',
  sixthPreparatory: 'السادس الإعدادي',
  sixthVocational: 'السادس المهني',
  visitIpDays: 'مدة حفظ عناوين الزوار (يوم)',
  auditIpDays: 'مدة حفظ عناوين السجل (يوم)',
}

const yearFields = new Set(['releaseYear', 'year'])
/** The records whose year is a school year. */
const schoolYearEntities = new Set<AuditEntity | undefined>(['BOOK', 'MALAZIMA'])

interface LabelContext {
  /** The kind of record that the field is of. */
  entity?: AuditEntity | undefined
  value?: unknown
}

/** The Arabic name of a field; an unknown one keeps its own. */
export function fieldLabel(field: string, { entity, value }: LabelContext = {}): string {
  if (yearFields.has(field) && schoolYearEntities.has(entity)) return 'السنة الدراسية'
  if (field === 'stage' && typeof value === 'string' && isStageCode(value)) return 'المرحلة'
  return fieldLabels[field] ?? field
}

const fieldOrder = Object.keys(fieldLabels)

/** Compares two fields by their place in forms; unknown ones come last. */
export function compareFields(one: string, other: string): number {
  const place = (field: string) =>
    fieldLabels[field] === undefined ? fieldOrder.length : fieldOrder.indexOf(field)
  return place(one) - place(other)
}

function codeLabel(text: string): string | undefined {
  if (isGradeCode(text)) return grades[text].label
  if (isStageCode(text)) return stages[text].label
  if (isSubjectCode(text)) return subjectLabels[text]
  if (isBranchCode(text)) return branchLabels[text]
  if (isNewsCategoryCode(text)) return newsCategoryLabels[text]
  return undefined
}

function fileNameOf(address: string): string {
  const name = address.split('/').pop() ?? address
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
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
export function fieldText(field: string, value: unknown, entity?: AuditEntity): string {
  if (isNothing(value)) return ''
  if (typeof value === 'boolean') return value ? 'نعم' : 'لا'
  if (field === 'try') return roundLabel(Number(value)) || 'غير محدد'
  if (field === 'role' && (value === 'admin' || value === 'editor')) return roleLabels[value]
  if (yearFields.has(field)) {
    return (schoolYearEntities.has(entity) ? formatSchoolYear : formatPlainNumber)(Number(value))
  }
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) {
    const hasObjects = value.some(item => typeof item === 'object')
    return value.map(item => fieldText('', item, entity)).join(hasObjects ? '\n' : '، ')
  }
  if (value !== null && typeof value === 'object') {
    return Object.entries(value)
      .filter(([name, inner]) => !technicalFields.has(name) && !isNothing(inner))
      .map(
        ([name, inner]) => `${fieldLabel(name, { entity, value: inner })}: ${fieldText(name, inner, entity)}`,
      )
      .join('، ')
  }
  const text = String(value)
  if (field === 'state' && isRecordState(text)) return recordStateLabels[text]
  if (dateFields.has(field)) return formatDateTime(text)
  if (codeFields.has(field)) return codeLabel(text) ?? text
  return text.includes('/files/') ? fileNameOf(text) : text
}
