import { z } from 'zod'

/** What a change did. Source: public.md §3. */
export const auditActions = ['CREATE', 'UPDATE', 'DELETE'] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActionLabels: Record<AuditAction, string> = {
  CREATE: 'إضافة',
  UPDATE: 'تعديل',
  DELETE: 'حذف',
}

/** What was changed: the six of staff.md §3, and the two that decisions F13 and F17 add. */
export const auditEntities = [
  'USER',
  'BOOK',
  'MINISTERIAL_EXAM',
  'MALAZIMA',
  'RESULT',
  'NEWS',
  'SETTINGS',
  'AUDIT_LOG',
] as const
export type AuditEntity = (typeof auditEntities)[number]

export const auditEntityLabels: Record<AuditEntity, string> = {
  USER: 'مستخدم',
  BOOK: 'كتاب',
  MINISTERIAL_EXAM: 'امتحان وزاري',
  MALAZIMA: 'ملزمة',
  RESULT: 'نتيجة',
  NEWS: 'خبر',
  SETTINGS: 'إعدادات الموقع',
  AUDIT_LOG: 'سجل التغييرات',
}

/** The fields that the audit screen shows of each entity. Source: staff.md §2, Audit logs screen. */
export const auditFields: Record<AuditEntity, readonly string[]> = {
  USER: ['email'],
  BOOK: ['title', 'subject', 'stage', 'releaseYear'],
  MINISTERIAL_EXAM: ['title', 'subject', 'stage', 'try', 'releaseYear'],
  MALAZIMA: ['title', 'teacher', 'subject', 'stage'],
  RESULT: ['stage', 'try', 'school', 'city', 'releaseYear'],
  NEWS: ['title', 'type'],
  SETTINGS: [],
  AUDIT_LOG: ['action', 'entity'],
}

export const auditActionSchema = z.enum(auditActions)
