import { z } from 'zod'

/** What a change did. Source: A5.7. */
export const auditActions = ['CREATE', 'UPDATE', 'DELETE'] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActionLabels: Record<AuditAction, string> = {
  CREATE: 'إضافة',
  UPDATE: 'تعديل',
  DELETE: 'حذف',
}

/** What was changed. Source: A5.7. */
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

/** The fields that the audit screen shows of each entity. Source: S8.3. */
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
