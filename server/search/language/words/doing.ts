import type { Phrases } from '../meanings.ts'

const each = (firsts: readonly string[], seconds: readonly string[]) =>
  firsts.flatMap(first => seconds.map(second => `${first} ${second}`)).join('|')

const verbs =
  'احل|احلها|احله|نحل|يحل|تحل|احسب|نحسب|احاول|نحاول|احول|اتابع|نتابع|اوصل|نوصل|ابدي|نبدي|اختار|نختار|اركز|نركز|ارتب|نرتب|اسوي|نسوي|اسال|نسال|انسى|ننسى|ننجح|اخذ|اخد|ناخذ'

/** Verbs that come near a book and the subject of reading, and are talk after what asks or wants. */
const verbsOfBooks = each(
  ['شلون', 'اشلون', 'كيف', 'طريقة', 'اريد', 'نريد', 'اكدر', 'اقدر', 'ممكن'],
  ['اكتب', 'نكتب', 'يكتب', 'اقرا', 'نقرا', 'يقرا'],
)

const solving = each(
  ['احل', 'نحل', 'يحل', 'تحل'],
  ['اسئلة', 'الاسئلة', 'تمارين', 'التمارين', 'مسائل', 'المسائل', 'واجب', 'الواجب', 'كتاب', 'الكتاب'],
)

/**
 * What students say that they do or want to do. Their verbs come near ordinals, branches and subjects (`احل` near `اول`,
 * `اراجع` near `رابع`), and are none of them.
 */
export const doingPhrases: Phrases[] = [
  { forms: `${verbs}|${verbsOfBooks}`, meaning: { kind: 'filler' }, isExact: true },
  { forms: 'اراجع|نراجع|يراجع|تراجع', meaning: { kind: 'topic', topic: 'review' }, isExact: true },
  { forms: solving, meaning: { kind: 'topic', topic: 'solutions' }, isExact: true },
  {
    forms: each(
      ['احل', 'نحل'],
      ['اسئلة وزارية', 'الاسئلة الوزارية', 'وزاري', 'الوزاري', 'وزاريات', 'الوزاريات'],
    ),
    meaning: { kind: 'topic', topic: 'pastPapers' },
    isExact: true,
  },
]
