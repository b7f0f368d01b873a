import { z } from 'zod'
import { auditActions } from './audit.ts'
import { branchCodes } from './branches.ts'
import { cities } from './cities.ts'
import { gradeCodes, ministerialGradeCodes } from './grades.ts'
import { newsCategoryCodes } from './news-categories.ts'
import { roles } from './roles.ts'
import { subjectCodes } from './subjects.ts'

export const gradeSchema = z.enum(gradeCodes, { error: 'اختر الصف من القائمة' })
export const ministerialGradeSchema = z.enum(ministerialGradeCodes, { error: 'اختر الصف من القائمة' })
export const subjectSchema = z.enum(subjectCodes, { error: 'اختر المادة من القائمة' })
export const branchSchema = z.enum(branchCodes, { error: 'اختر الفرع من القائمة' })
export const citySchema = z.enum(cities, { error: 'اختر المدينة من القائمة' })
export const newsCategorySchema = z.enum(newsCategoryCodes, { error: 'اختر نوع الخبر من القائمة' })
export const roleSchema = z.enum(roles, { error: 'اختر صلاحية المستخدم' })
export const auditActionSchema = z.enum(auditActions)
