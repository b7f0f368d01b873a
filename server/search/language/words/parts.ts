import type { SubjectCode } from '#contract/codes/subjects.ts'

interface ArabicPart {
  label: string
  /** The subject that teaches nothing else, in the grades that have one. */
  subject?: SubjectCode
  forms: string
}

const partTable = {
  grammar: {
    label: 'قواعد اللغة العربية',
    subject: 'GRAMMAR',
    forms:
      'قواعد|قواعد عربي|قواعد عربية|قواعد لغة عربية|قواعد اللغة العربية|قواعد العربي|نحو|النحو|النحو العربي|نحو وصرف|النحو والصرف|قواعد ونحو|اعراب|الاعراب|ڕێزمان|arabic grammar|grammar',
  },
  reading: {
    label: 'القراءة',
    subject: 'READING',
    forms: 'مطالعة|المطالعة|قراءة ومطالعة|المطالعة والنصوص|مطالعه',
  },
  literature: {
    label: 'الأدب والنصوص',
    forms:
      'ادب|الأدب|نصوص|النصوص|ادب ونصوص|الأدب والنصوص|نصوص وادب|نصوص ادبية|النصوص الادبية|ادب عربي|الأدب العربي|تاريخ الادب|قصائد|القصائد|ئەدەب|literature',
  },
  rhetoric: {
    label: 'البلاغة',
    forms: 'بلاغة|البلاغة|علم البلاغة|علم البيان|علم البديع|علم المعاني|بلاغة وعروض|ڕەوانبێژی|rhetoric',
  },
  composition: {
    label: 'التعبير',
    forms:
      'تعبير|التعبير|إنشاء|الإنشاء|تعبير وإنشاء|إنشاء وتعبير|التعبير والإنشاء|مواضيع إنشاء|مواضيع تعبير|موضوع إنشاء|تعابير|دارشتن|composition',
  },
  dictation: { label: 'الإملاء', forms: 'إملاء|الإملاء|املاء وخط|ڕێنووس|dictation' },
  recitation: { label: 'المحفوظات', forms: 'محفوظات|المحفوظات|أناشيد|الأناشيد' },
} as const satisfies Record<string, ArabicPart>

/** A part of the Arabic lessons that is a subject of its own only in some grades, or in none. */
export type PartCode = keyof typeof partTable

export const partCodes = Object.keys(partTable) as PartCode[]
export const parts: Record<PartCode, ArabicPart> = partTable
