/** What a made sheet looks like, and who is on it: invented, and the same for the same seed. */

export interface SheetPlan {
  id: string
  producer: 'chromium' | 'weasyprint' | 'wkhtmltopdf' | 'calc' | 'writer' | 'xelatex'
  font: string
  digits: 'latn' | 'arab'
  /** Between groups of digits; empty for none. */
  mark: string
  numberLast: boolean
  isLandscape: boolean
  /** Two tables beside each other. */
  isDouble: boolean
  /** Names that need two lines. */
  hasNarrowNames: boolean
  rows: number
  seed: number
  /** Made into pictures of pages: dots to the inch, JPEG quality, degrees, noise. */
  scan?: { dpi: number; quality: number; turned: number; noise: number }
  /** Kept apart for the last look. */
  isSealed: boolean
}

export interface Student {
  number: string
  name: string
  marks: number[]
}

const base = {
  digits: 'latn',
  mark: '',
  numberLast: false,
  isLandscape: true,
  isDouble: false,
  hasNarrowNames: false,
  rows: 24,
  isSealed: false,
} as const

const scan = { dpi: 170, quality: 60, turned: 0.6, noise: 4 }

/** Every sheet of the corpus. */
export const sheetPlans: readonly SheetPlan[] = [
  {
    ...base,
    id: 'chromium-arab',
    producer: 'chromium',
    font: 'Noto Naskh Arabic',
    digits: 'arab',
    seed: 11,
  },
  {
    ...base,
    id: 'chromium-double',
    producer: 'chromium',
    font: 'Amiri',
    isDouble: true,
    rows: 30,
    seed: 12,
  },
  { ...base, id: 'calc-marks', producer: 'calc', font: 'Amiri', mark: '-', seed: 13 },
  {
    ...base,
    id: 'writer-arab',
    producer: 'writer',
    font: 'Noto Naskh Arabic',
    digits: 'arab',
    numberLast: true,
    seed: 14,
  },
  {
    ...base,
    id: 'wkhtml-narrow',
    producer: 'wkhtmltopdf',
    font: 'Noto Naskh Arabic',
    hasNarrowNames: true,
    isLandscape: false,
    seed: 15,
  },
  { ...base, id: 'xelatex-arab', producer: 'xelatex', font: 'Amiri', digits: 'arab', seed: 16 },
  {
    ...base,
    id: 'weasy-latn',
    producer: 'weasyprint',
    font: 'Noto Naskh Arabic',
    rows: 16,
    seed: 17,
  },
  {
    ...base,
    id: 'weasy-arab',
    producer: 'weasyprint',
    font: 'Noto Sans Arabic',
    digits: 'arab',
    rows: 16,
    seed: 18,
  },
  { ...base, id: 'scan-latn', producer: 'chromium', font: 'Amiri', rows: 14, seed: 19, scan },
  {
    ...base,
    id: 'scan-arab',
    producer: 'calc',
    font: 'Noto Naskh Arabic',
    digits: 'arab',
    rows: 14,
    seed: 20,
    scan,
  },
  {
    ...base,
    id: 'chromium-slash',
    producer: 'chromium',
    font: 'KacstBook',
    digits: 'arab',
    mark: '/',
    numberLast: true,
    seed: 31,
    isSealed: false,
  },
  {
    ...base,
    id: 'sealed-calc',
    producer: 'calc',
    font: 'Scheherazade',
    digits: 'arab',
    seed: 32,
    isSealed: true,
  },
  {
    ...base,
    id: 'sealed-wkhtml',
    producer: 'wkhtmltopdf',
    font: 'Amiri',
    mark: ' ',
    seed: 33,
    isSealed: true,
  },
  {
    ...base,
    id: 'sealed-xelatex',
    producer: 'xelatex',
    font: 'Scheherazade',
    isLandscape: false,
    seed: 34,
    isSealed: true,
  },
  {
    ...base,
    id: 'sealed-scan-latn',
    producer: 'xelatex',
    font: 'Amiri',
    rows: 14,
    seed: 35,
    isSealed: true,
    scan: { ...scan, turned: -1.2, quality: 45 },
  },
  {
    ...base,
    id: 'sealed-scan-arab',
    producer: 'chromium',
    font: 'KacstBook',
    digits: 'arab',
    rows: 14,
    seed: 36,
    isSealed: true,
    scan: { ...scan, turned: 1, dpi: 200 },
  },
]

const given =
  'علي حسين أحمد إبراهيم لؤي بلال جلال علاء ضياء إسلام آدم سجّاد كرّار مؤمل رؤوف هلال صلاح فلاح زينب رسل لمياء آلاء غفران إسراء شيماء ولاء دلال نضال'.split(
    ' ',
  )
const joined = [
  'عبد الله',
  'عبد الإله',
  'عبد الأمير',
  'عبد الزهرة',
  'نعمة الله',
  'ذو الفقار',
  'نصر الله',
  'عبد الواحد',
]
const families =
  'الآلوسي الهلالي الأنصاري اللامي الإمارة الدليمي الخزرجي العلواني البياتي الطائي الكناني المالكي'.split(' ')

/** A generator of numbers from 0 up to 1 that gives the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The students of a sheet: numbers nearly follow each other. */
export function studentsOf(plan: SheetPlan): Student[] {
  const next = seeded(plan.seed)
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? ''
  let number = Math.floor((1 + next() * 8) * 1e9)
  return Array.from({ length: plan.rows }, () => {
    number += 1 + Math.floor(next() * next() * 6)
    const second = next() < 0.35 ? pick(joined) : pick(given)
    return {
      number: String(number),
      name: `${pick(given)} ${second} ${pick(given)} ${pick(families)}`,
      marks: Array.from({ length: 5 }, () => Math.floor(20 + next() * 81)),
    }
  })
}

/** A number as the sheet shows it. */
export function shown(plan: SheetPlan, digits: string): string {
  const grouped =
    plan.mark === '' || digits.length < 6
      ? digits
      : [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].join(plan.mark)
  if (plan.digits === 'latn') return grouped
  return grouped.replace(/\d/g, digit => String.fromCharCode(0x0660 + Number(digit)))
}

export const headings = [
  'ت',
  'الرقم الامتحاني',
  'اسم الطالب',
  'الإسلامية',
  'العربية',
  'الأحياء',
  'الكيمياء',
  'الاقتصاد',
  'المجموع',
  'النتيجة',
] as const

/** The cells of a row in the order of the headings. */
export function cellsOf(plan: SheetPlan, student: Student, index: number): string[] {
  const total = student.marks.reduce((sum, mark) => sum + mark, 0)
  const all = [String(index + 1), student.number, ...student.marks.map(String), String(total)]
  const [serial = '', number = '', ...marks] = all.map(each => shown(plan, each))
  return [serial, number, student.name, ...marks, total > 280 ? 'ناجح' : 'مكمل (الأحياء)']
}

/** Puts the number's column at the end where the plan wants it there. */
export function inOrder(plan: SheetPlan, cells: readonly string[]): string[] {
  if (!plan.numberLast) return [...cells]
  return [...cells.slice(0, 1), ...cells.slice(2), cells[1] ?? '']
}

/** What stands over the table. */
export function titleOf(plan: SheetPlan): string[] {
  return [
    'جمهورية العراق – وزارة التربية – المديرية العامة لتربية الأنبار',
    `نتائج الامتحانات العامة – الدور الأول ${shown({ ...plan, mark: '' }, '2025')}/${shown({ ...plan, mark: '' }, '2026')}`,
    `هاتف المدرسة: ${shown({ ...plan, mark: '' }, '07701234567')}`,
  ]
}

/** A page of running text and the program that sets it. */
export interface TextPlan {
  id: string
  producer: 'chromium' | 'writer' | 'wkhtmltopdf' | 'xelatex'
  font: string
  seed: number
  isSealed: boolean
}

/** Every page of running text of the corpus. */
export const textPlans: readonly TextPlan[] = [
  { id: 'text-chromium', producer: 'chromium', font: 'Amiri', seed: 51, isSealed: false },
  { id: 'text-writer', producer: 'writer', font: 'Noto Naskh Arabic', seed: 52, isSealed: false },
  {
    id: 'text-wkhtml',
    producer: 'wkhtmltopdf',
    font: 'Noto Naskh Arabic',
    seed: 53,
    isSealed: false,
  },
  { id: 'text-xelatex', producer: 'xelatex', font: 'Amiri', seed: 54, isSealed: false },
  { id: 'sealed-text-chromium', producer: 'chromium', font: 'KacstBook', seed: 61, isSealed: true },
  {
    id: 'sealed-text-xelatex',
    producer: 'xelatex',
    font: 'Scheherazade',
    seed: 62,
    isSealed: true,
  },
]

const starts = [
  'لا بد من الإشارة إلى',
  'تعتمد هذه الظاهرة على',
  'علل ما يأتي بالتفصيل',
  'قارن بين النوعين من حيث',
  'نستنتج مما سبق أن',
  'يُلاحَظ في الأشكال السابقة',
]
const subjects = [
  'الاحتمالات والإحصاء',
  'الأوليات والطلائعيات',
  'المجال المغناطيسي',
  'الاستفهام الإنكاري',
  'سلالات الأحياء',
  'الأملاح والأكاسيد',
  'مسألة الضوء والمرآة',
  'لأنّ الآلات تعمل بلا انقطاع',
]
const mixed = [
  'درجة الغليان 100 °C عند ضغط 1 atm',
  'متغير Python من نوع int يخزن عددا صحيحا',
  'السرعة تساوي 25 m/s تقريبا (انظر الشكل 3).',
  'العام ٢٠٢٥ والصفحة ١٢٣ من الكتاب',
]

/** The paragraphs of a page of running text. */
export function paragraphsOf(plan: TextPlan): string[] {
  const next = seeded(plan.seed)
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? ''
  return Array.from({ length: 18 }, (_, index) =>
    index % 5 === 4 ? pick(mixed) : `${pick(starts)} ${pick(subjects)} ثم ${pick(starts)} ${pick(subjects)}.`,
  )
}
