/** The categories of news. Source: A5.5. */
export const newsCategoryCodes = [
  'EXAM_SCHEDULE',
  'STUDY_CURRICULUM',
  'E_LEARNING',
  'SCHOOL_BOOKS',
  'SCHOOL_CONSTRUCTION',
  'HONORING_EXCELLENCE',
  'GENERAL_NEWS',
  'EXAM_RESULTS',
] as const
export type NewsCategoryCode = (typeof newsCategoryCodes)[number]

export const newsCategoryLabels: Record<NewsCategoryCode, string> = {
  EXAM_SCHEDULE: 'جداول الامتحانات',
  STUDY_CURRICULUM: 'المناهج الدراسية',
  E_LEARNING: 'التعليم الإلكتروني',
  SCHOOL_BOOKS: 'الكتب المدرسية',
  SCHOOL_CONSTRUCTION: 'بناء المدارس',
  HONORING_EXCELLENCE: 'تكريم المتفوقين',
  GENERAL_NEWS: 'أخبار عامة',
  EXAM_RESULTS: 'نتائج الامتحانات',
}

export function isNewsCategoryCode(value: string): value is NewsCategoryCode {
  return (newsCategoryCodes as readonly string[]).includes(value)
}
