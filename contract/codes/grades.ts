/** The three stages of school in Iraq. Source: A3.2, A5.1. */
export const stageCodes = ['PRIMARY', 'INTERMEDIATE', 'PREPARATORY'] as const
export type StageCode = (typeof stageCodes)[number]

/** The twelve grades, in school order. Source: A5.1. */
export const gradeCodes = [
  'FIRST_PRIMARY',
  'SECOND_PRIMARY',
  'THIRD_PRIMARY',
  'FOURTH_PRIMARY',
  'FIFTH_PRIMARY',
  'SIXTH_PRIMARY',
  'FIRST_INTERMEDIATE',
  'SECOND_INTERMEDIATE',
  'THIRD_INTERMEDIATE',
  'FOURTH_PREPARATORY',
  'FIFTH_PREPARATORY',
  'SIXTH_PREPARATORY',
] as const
export type GradeCode = (typeof gradeCodes)[number]

/** The grades whose exams the ministry sets; also the stages of results. Source: A5.1. */
export const ministerialGradeCodes = ['SIXTH_PRIMARY', 'THIRD_INTERMEDIATE', 'SIXTH_PREPARATORY'] as const
export type MinisterialGradeCode = (typeof ministerialGradeCodes)[number]

interface Stage {
  label: string
  /** As people write it beside a grade. */
  shortLabel: string
  /** The word of the stage in addresses: `/books/primary`. */
  slug: string
}

export const stages: Record<StageCode, Stage> = {
  PRIMARY: { label: 'المرحلة الابتدائية', shortLabel: 'ابتدائي', slug: 'primary' },
  INTERMEDIATE: { label: 'المرحلة المتوسطة', shortLabel: 'متوسط', slug: 'intermediate' },
  PREPARATORY: { label: 'المرحلة الإعدادية', shortLabel: 'إعدادي', slug: 'preparatory' },
}

interface Grade {
  label: string
  /** Without «الصف», for chips and narrow places. */
  shortLabel: string
  stage: StageCode
  /** The grade's number within school life as people say it: fourth preparatory is 4. */
  ordinal: number
}

export const grades: Record<GradeCode, Grade> = {
  FIRST_PRIMARY: { label: 'الصف الأول الابتدائي', shortLabel: 'الأول الابتدائي', stage: 'PRIMARY', ordinal: 1 },
  SECOND_PRIMARY: {
    label: 'الصف الثاني الابتدائي',
    shortLabel: 'الثاني الابتدائي',
    stage: 'PRIMARY',
    ordinal: 2,
  },
  THIRD_PRIMARY: {
    label: 'الصف الثالث الابتدائي',
    shortLabel: 'الثالث الابتدائي',
    stage: 'PRIMARY',
    ordinal: 3,
  },
  FOURTH_PRIMARY: {
    label: 'الصف الرابع الابتدائي',
    shortLabel: 'الرابع الابتدائي',
    stage: 'PRIMARY',
    ordinal: 4,
  },
  FIFTH_PRIMARY: {
    label: 'الصف الخامس الابتدائي',
    shortLabel: 'الخامس الابتدائي',
    stage: 'PRIMARY',
    ordinal: 5,
  },
  SIXTH_PRIMARY: {
    label: 'الصف السادس الابتدائي',
    shortLabel: 'السادس الابتدائي',
    stage: 'PRIMARY',
    ordinal: 6,
  },
  FIRST_INTERMEDIATE: {
    label: 'الصف الأول المتوسط',
    shortLabel: 'الأول المتوسط',
    stage: 'INTERMEDIATE',
    ordinal: 1,
  },
  SECOND_INTERMEDIATE: {
    label: 'الصف الثاني المتوسط',
    shortLabel: 'الثاني المتوسط',
    stage: 'INTERMEDIATE',
    ordinal: 2,
  },
  THIRD_INTERMEDIATE: {
    label: 'الصف الثالث المتوسط',
    shortLabel: 'الثالث المتوسط',
    stage: 'INTERMEDIATE',
    ordinal: 3,
  },
  FOURTH_PREPARATORY: {
    label: 'الصف الرابع الإعدادي',
    shortLabel: 'الرابع الإعدادي',
    stage: 'PREPARATORY',
    ordinal: 4,
  },
  FIFTH_PREPARATORY: {
    label: 'الصف الخامس الإعدادي',
    shortLabel: 'الخامس الإعدادي',
    stage: 'PREPARATORY',
    ordinal: 5,
  },
  SIXTH_PREPARATORY: {
    label: 'الصف السادس الإعدادي',
    shortLabel: 'السادس الإعدادي',
    stage: 'PREPARATORY',
    ordinal: 6,
  },
}

interface MinisterialGrade {
  /** The word of the exam in addresses: `/ministerial/sixth-primary`, `/results/sixth-primary`. */
  slug: string
  /** Result folders of this grade have a branch level. Source: R2.1. */
  hasBranches: boolean
}

export const ministerialGrades: Record<MinisterialGradeCode, MinisterialGrade> = {
  SIXTH_PRIMARY: { slug: 'sixth-primary', hasBranches: false },
  THIRD_INTERMEDIATE: { slug: 'third-intermediate', hasBranches: true },
  SIXTH_PREPARATORY: { slug: 'sixth-preparatory', hasBranches: true },
}

/** The grades of a stage in school order. Source: A5.1. */
export function gradesOfStage(stage: StageCode): GradeCode[] {
  return gradeCodes.filter(code => grades[code].stage === stage)
}

/** The grades before and after one within its stage. */
export function gradesBeside(grade: GradeCode): GradeCode[] {
  const { stage, ordinal } = grades[grade]
  return gradesOfStage(stage).filter(other => Math.abs(grades[other].ordinal - ordinal) === 1)
}

/** The stage whose address word this is, or undefined. */
export function stageBySlug(slug: string): StageCode | undefined {
  return stageCodes.find(code => stages[code].slug === slug)
}

/** The ministerial grade whose address word this is, or undefined. */
export function ministerialGradeBySlug(slug: string): MinisterialGradeCode | undefined {
  return ministerialGradeCodes.find(code => ministerialGrades[code].slug === slug)
}

/** The word of a grade in addresses: `sixth-preparatory`. */
export function gradeSlug(grade: GradeCode): string {
  return grade.toLowerCase().replace('_', '-')
}

export function isGradeCode(value: string): value is GradeCode {
  return (gradeCodes as readonly string[]).includes(value)
}

/** Whether a grade parts into branches: records of another one have none. Source: S4.2. */
export function hasBranches(grade: GradeCode): boolean {
  return grades[grade].stage === 'PREPARATORY'
}

export function isStageCode(value: string): value is StageCode {
  return (stageCodes as readonly string[]).includes(value)
}

export function isMinisterialGradeCode(value: string): value is MinisterialGradeCode {
  return (ministerialGradeCodes as readonly string[]).includes(value)
}
