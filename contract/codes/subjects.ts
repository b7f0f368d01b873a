import { grades } from './grades.ts'
import type { GradeCode, MinisterialGradeCode, StageCode } from './grades.ts'

/** The 22 subjects. Source: A5.2. */
export const subjectCodes = [
  'MATH',
  'SCIENCE',
  'BIOLOGY',
  'CHEMISTRY',
  'PHYSICS',
  'ISLAMIC',
  'ARABIC',
  'ENGLISH',
  'FRENCH',
  'GEOGRAPHY',
  'HISTORY',
  'ECONOMICS',
  'READING',
  'GRAMMAR',
  'SOCIAL',
  'COMPUTER',
  'ETHICS',
  'SOCIOLOGY',
  'PHILOSOPHY',
  'NATIONAL_EDUCATION',
  'KURDISH',
  'GEOLOGY',
] as const
export type SubjectCode = (typeof subjectCodes)[number]

export const subjectLabels: Record<SubjectCode, string> = {
  MATH: 'الرياضيات',
  SCIENCE: 'العلوم',
  BIOLOGY: 'الأحياء',
  CHEMISTRY: 'الكيمياء',
  PHYSICS: 'الفيزياء',
  ISLAMIC: 'التربية الإسلامية',
  ARABIC: 'اللغة العربية',
  ENGLISH: 'اللغة الإنجليزية',
  FRENCH: 'اللغة الفرنسية',
  GEOGRAPHY: 'الجغرافية',
  HISTORY: 'التاريخ',
  ECONOMICS: 'الاقتصاد',
  READING: 'القراءة',
  GRAMMAR: 'قواعد اللغة العربية',
  SOCIAL: 'الاجتماعيات',
  COMPUTER: 'الحاسوب',
  ETHICS: 'التربية الأخلاقية',
  SOCIOLOGY: 'علم الاجتماع',
  PHILOSOPHY: 'الفلسفة',
  NATIONAL_EDUCATION: 'التربية الوطنية',
  KURDISH: 'اللغة الكردية',
  GEOLOGY: 'علم الأرض',
}

/**
 * The subjects that the book and note filters offer in a stage: 7, 11 and 17 of them.
 * Source: P4.3 (how many); the Iraqi curriculum (which).
 */
export const stageSubjects: Record<StageCode, readonly SubjectCode[]> = {
  PRIMARY: ['ISLAMIC', 'READING', 'ARABIC', 'MATH', 'SCIENCE', 'ENGLISH', 'SOCIAL'],
  INTERMEDIATE: [
    'ISLAMIC',
    'ARABIC',
    'ENGLISH',
    'MATH',
    'PHYSICS',
    'CHEMISTRY',
    'BIOLOGY',
    'SCIENCE',
    'SOCIAL',
    'COMPUTER',
    'ETHICS',
  ],
  PREPARATORY: [
    'ISLAMIC',
    'ARABIC',
    'ENGLISH',
    'FRENCH',
    'KURDISH',
    'MATH',
    'PHYSICS',
    'CHEMISTRY',
    'BIOLOGY',
    'GEOLOGY',
    'HISTORY',
    'GEOGRAPHY',
    'ECONOMICS',
    'SOCIOLOGY',
    'PHILOSOPHY',
    'NATIONAL_EDUCATION',
    'COMPUTER',
  ],
}

/** The subjects that each exam page offers. Source: P7.2. */
export const examSubjects: Record<MinisterialGradeCode, readonly SubjectCode[]> = {
  SIXTH_PRIMARY: ['ARABIC', 'MATH', 'SCIENCE', 'ENGLISH', 'ISLAMIC', 'SOCIAL'],
  THIRD_INTERMEDIATE: ['ARABIC', 'MATH', 'SCIENCE', 'ENGLISH', 'ISLAMIC', 'SOCIAL'],
  SIXTH_PREPARATORY: ['ARABIC', 'MATH', 'PHYSICS', 'CHEMISTRY', 'BIOLOGY', 'ENGLISH', 'ISLAMIC', 'ECONOMICS'],
}

/** The subjects that a grade's stage offers. */
export function subjectsOfGrade(grade: GradeCode): readonly SubjectCode[] {
  return stageSubjects[grades[grade].stage]
}

export function isSubjectCode(value: string): value is SubjectCode {
  return (subjectCodes as readonly string[]).includes(value)
}
