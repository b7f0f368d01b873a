import type { Phrases } from '../meanings.ts'

/** The six ordinals of school, digits and Kurdish included; the grade is known only with its neighbours. */
const ordinalForms = [
  'أول|اولى|الأولى|الاول|1|یەکەم|يكم|اوّل|first',
  'ثاني|ثانية|الثانيه|ثان|2|دووەم|second',
  'ثالث|ثالثة|3|سێیەم|third',
  'رابع|رابعة|4|چوارەم|چوارەمی|fourth',
  'خامس|خامسة|5|پێنجەم|پێنجەمی|fifth',
  'سادس|سادسة|6|شەشەم|شەشەمی|sixth',
]

/** Ordinals, stages and branches: what a grade is put together from. */
export const gradePhrases: Phrases[] = [
  ...ordinalForms.map((forms, index): Phrases => ({
    forms,
    meaning: { kind: 'ordinal', ordinal: index + 1 },
  })),
  {
    forms:
      'ابتدائي|ابتدائية|إبتدائي|ابتدائيه|إبتدائية|مرحلة ابتدائية|المرحلة الابتدائية|ابتدايه|أبتدائي|بنەڕەتی|بنەڕەت|primary',
    meaning: { kind: 'stage', stage: 'PRIMARY' },
  },
  {
    forms: 'متوسط|متوسطة|مرحلة متوسطة|المرحلة المتوسطة|متوسطه|ناوەندی|intermediate',
    meaning: { kind: 'stage', stage: 'INTERMEDIATE' },
  },
  {
    forms: 'إعدادي|إعدادية|مرحلة إعدادية|المرحلة الإعدادية|اعداديه|ثانوي|ثانوية|ئامادەیی|preparatory',
    meaning: { kind: 'stage', stage: 'PREPARATORY' },
  },
  {
    forms: 'علمي|علمية|فرع علمي|الفرع العلمي|علمى|زانستی بەش|scientific',
    meaning: { kind: 'branch', branch: 'SCIENTIFIC' },
  },
  {
    forms: 'أحيائي|احيائية|علمي أحيائي|العلمي الأحيائي|الفرع الأحيائي|الفرع العلمي الأحيائي|احيائيه|احيايي',
    meaning: { kind: 'branch', branch: 'SCIENTIFIC', track: 'BIOLOGICAL' },
  },
  {
    forms: 'تطبيقي|تطبيقية|علمي تطبيقي|العلمي التطبيقي|الفرع التطبيقي|الفرع العلمي التطبيقي|تطبيقيه',
    meaning: { kind: 'branch', branch: 'SCIENTIFIC', track: 'APPLIED' },
  },
  {
    forms: 'أدبي|أدبية|فرع أدبي|الفرع الأدبي|ادبيه|وێژەیی|literary',
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
