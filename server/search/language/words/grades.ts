import type { Phrases } from '../meanings.ts'

/** The six ordinals of school, digits and Kurdish included; the grade is known only with its neighbours. */
const ordinalForms = [
  'أول|اولى|الأولى|الاول|1|یەکەم|يكم|اوّل|first|1st',
  'ثاني|ثانية|الثانيه|ثان|2|دووەم|second|2nd',
  'ثالث|ثالثة|3|سێیەم|سێیەمی|third|3rd',
  'رابع|رابعة|4|چوارەم|چوارەمی|fourth|4th',
  'خامس|خامسة|5|پێنجەم|پێنجەمی|fifth|5th',
  'سادس|سادسة|6|شەشەم|شەشەمی|sixth|6th',
]

/** Ordinals, stages and branches: what a grade is put together from. */
export const gradePhrases: Phrases[] = [
  ...ordinalForms.map((forms, index): Phrases => ({
    forms,
    meaning: { kind: 'ordinal', ordinal: index + 1 },
  })),
  {
    forms:
      'ابتدائي|ابتدائية|إبتدائي|ابتدائيه|إبتدائية|مرحلة ابتدائية|المرحلة الابتدائية|ابتدايه|أبتدائي|بنەڕەتی|بنەڕەت|سەرەتایی|primary|elementary|primary school',
    meaning: { kind: 'stage', stage: 'PRIMARY' },
  },
  {
    forms: 'متوسط|متوسطة|مرحلة متوسطة|المرحلة المتوسطة|متوسطه|ناوەندی|intermediate|middle|middle school',
    meaning: { kind: 'stage', stage: 'INTERMEDIATE' },
  },
  {
    forms:
      'إعدادي|إعدادية|مرحلة إعدادية|المرحلة الإعدادية|اعداديه|ثانوي|ثانوية|ئامادەیی|preparatory|secondary|high school|secondary school',
    meaning: { kind: 'stage', stage: 'PREPARATORY' },
  },
  {
    forms:
      'علمي|علمية|فرع علمي|الفرع العلمي|علمى|زانستی بەش|بەشی زانستی|scientific|science branch|scientific branch',
    meaning: { kind: 'branch', branch: 'SCIENTIFIC' },
  },
  {
    forms:
      'أحيائي|احيائية|علمي أحيائي|العلمي الأحيائي|الفرع الأحيائي|الفرع العلمي الأحيائي|احيائيه|احيايي|biological|biology branch|biological branch',
    meaning: { kind: 'branch', branch: 'SCIENTIFIC', track: 'BIOLOGICAL' },
  },
  {
    forms:
      'تطبيقي|تطبيقية|علمي تطبيقي|العلمي التطبيقي|الفرع التطبيقي|الفرع العلمي التطبيقي|تطبيقيه|applied|applied branch',
    meaning: { kind: 'branch', branch: 'SCIENTIFIC', track: 'APPLIED' },
  },
  {
    forms: 'أدبي|أدبية|فرع أدبي|الفرع الأدبي|ادبيه|وێژەیی|بەشی وێژەیی|literary|literary branch|arts',
    meaning: { kind: 'branch', branch: 'LITERARY' },
  },
  {
    forms:
      'مهني|مهنية|تعليم مهني|التعليم المهني|الفرع المهني|مهنيه|إعدادية مهنية|صناعي|تجاري|زراعي|پیشەیی|vocational',
    meaning: { kind: 'branch', branch: 'VOCATIONAL' },
  },
]

/** Stages and branches that people cut to one letter beside an ordinal: `3م`, `6 ع`. */
export const shortStages: Record<string, Phrases['meaning']> = {
  م: { kind: 'stage', stage: 'INTERMEDIATE' },
  ب: { kind: 'stage', stage: 'PRIMARY' },
  ع: { kind: 'branch', branch: 'SCIENTIFIC' },
  د: { kind: 'branch', branch: 'LITERARY' },
  ت: { kind: 'branch', branch: 'SCIENTIFIC', track: 'APPLIED' },
}
