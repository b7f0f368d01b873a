import { entityAuditFields, entityLabels, kindNames, kinds } from '../kinds.ts'
import type { KindEntity } from '../kinds.ts'

/** What a change did. Source: A5.7. */
export const auditActions = ['CREATE', 'UPDATE', 'DELETE'] as const
export type AuditAction = (typeof auditActions)[number]

export const auditActionLabels: Record<AuditAction, string> = {
  CREATE: 'إضافة',
  UPDATE: 'تعديل',
  DELETE: 'حذف',
}

/** What was changed. Source: A5.7. */
export type AuditEntity = 'USER' | KindEntity | 'QUESTION' | 'SETTINGS' | 'JOB' | 'AUDIT_LOG'
export const auditEntities: readonly AuditEntity[] = [
  'USER',
  ...kindNames.map(kind => kinds[kind].entity),
  'QUESTION',
  'SETTINGS',
  'JOB',
  'AUDIT_LOG',
]

export const auditEntityLabels: Record<AuditEntity, string> = {
  USER: 'مستخدم',
  ...entityLabels,
  QUESTION: 'سؤال متكرر',
  SETTINGS: 'إعدادات الموقع',
  JOB: 'عمل في الخلفية',
  AUDIT_LOG: 'سجل التغييرات',
}

/** The fields that the audit screen shows of each entity. Source: S8.3. */
export const auditFields: Record<AuditEntity, readonly string[]> = {
  USER: ['email'],
  ...entityAuditFields,
  QUESTION: [],
  SETTINGS: [],
  JOB: ['title', 'state'],
  AUDIT_LOG: ['action', 'entity'],
}
