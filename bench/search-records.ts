import { branchLabels, type BranchCode } from '#contract/codes/branches.ts'
import { gradeCodes, grades, ministerialGradeCodes, type GradeCode } from '#contract/codes/grades.ts'
import { newsCategoryCodes, type NewsCategoryCode } from '#contract/codes/news-categories.ts'
import { roundLabel, type Round } from '#contract/codes/rounds.ts'
import { subjectLabels, subjectsOfGrade, type SubjectCode } from '#contract/codes/subjects.ts'
import type { SearchDocument } from '#server/search/search-document.ts'
import { seededRandom } from './search-metrics.ts'

const firstNames =
  'أحمد علي حسين محمد كاظم حيدر عمر مصطفى يوسف إبراهيم سعد فراس ليث مازن نبيل وسام زيد قاسم رائد ثامر سلام هدى زينب سارة نور مريم رغد شهد دعاء إسراء ميس رنا هناء سناء وفاء آمال'.split(
    ' ',
  )
const lastNames =
  'الجنابي العبيدي الربيعي الساعدي الخفاجي التميمي الزبيدي الدليمي الشمري العزاوي الحمداني الكناني الطائي المالكي الأسدي السعدي العكيلي الفتلي الحسيني الموسوي البياتي القيسي الراوي العاني الحديثي السامرائي التكريتي البغدادي الحلي النجفي الكربلائي'.split(
    ' ',
  )
const themes =
  'الوراثة الخلية التنفس النبات الكهربائية المغناطيسية الحركة الضوء الصوت التفاعلات الأحماض المحاليل المشتقات التكامل المصفوفات المتتابعات الدوال الاحتمالات النسبة المثلثات الفعل الفاعل الحال التمييز النداء البلاغة النصوص الحضارة الثورة المناخ التضاريس السكان التجارة النقود الموارد الشبكات البرمجة الجداول التلاوة السيرة الحديث العبادات'.split(
    ' ',
  )
const noteOpenings = [
  'ملزمة',
  'ملخص',
  'زبدة',
  'المراجعة المركزة في',
  'مرشحات',
  'حلول تمارين',
  'شرح موضوع',
  'اختبارات شهرية',
  'بنك أسئلة',
  'تعاريف وتعاليل',
]
const newsOpenings: Record<NewsCategoryCode, string> = {
  EXAM_SCHEDULE: 'جدول امتحانات',
  STUDY_CURRICULUM: 'المواد المحذوفة من منهج',
  E_LEARNING: 'التلفزيون التربوي يبث دروس',
  SCHOOL_BOOKS: 'توزيع الكتب المدرسية في',
  SCHOOL_CONSTRUCTION: 'ترميم مدارس',
  HONORING_EXCELLENCE: 'تكريم المتفوقين في',
  GENERAL_NEWS: 'موعد بدء الدوام في',
  EXAM_RESULTS: 'نتائج',
}
const places =
  'بغداد البصرة نينوى أربيل النجف كربلاء بابل ذي_قار ميسان واسط ديالى كركوك الأنبار صلاح_الدين المثنى القادسية دهوك السليمانية'
    .split(' ')
    .map(place => place.replace('_', ' '))
const weekMs = 7 * 24 * 60 * 60 * 1000

/** Draws whole numbers below a limit, and one of several values. */
export interface Draw {
  pick<Value>(values: readonly Value[]): Value
  below(limit: number): number
}

/** Draws with numbers from 0 to 1. Errors: `pick` throws where there is nothing to pick from. */
export function drawWith(random: () => number): Draw {
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('there is nothing to pick from')
    return value
  }
  return { pick, below }
}

function gradeText(grade: GradeCode, branch: BranchCode | null, { below }: Draw): string {
  const label = grades[grade].shortLabel
  const ordinal = label.split(' ')[0] ?? ''
  if (branch) return `${ordinal} ${branchLabels[branch]}`
  return [label, label.replaceAll('ال', ''), `الصف ${label}`][below(3)] ?? label
}

function material(draw: Draw): {
  grade: GradeCode
  subject: SubjectCode
  branch: BranchCode | null
  year: number
} {
  const grade = draw.pick(gradeCodes)
  const isPreparatory = grades[grade].stage === 'PREPARATORY'
  return {
    grade,
    subject: draw.pick(subjectsOfGrade(grade)),
    branch: isPreparatory ? draw.pick(['SCIENTIFIC', 'LITERARY', 'VOCATIONAL', null] as const) : null,
    year: 2012 + draw.below(14),
  }
}

function book(id: string, draw: Draw, createdAt: Date): SearchDocument {
  const { grade, subject, branch, year } = material(draw)
  const place = gradeText(grade, branch, draw)
  return {
    type: 'book',
    id,
    subject,
    stage: grade,
    branch,
    year,
    createdAt,
    title: `${draw.pick(['كتاب', 'كتاب مادة', 'كتاب الطالب في', 'الطبعة الجديدة من كتاب'])} ${subjectLabels[subject]} ${place}`,
    keywords: ['كتب مدرسية', `${subjectLabels[subject]} ${place}`, draw.pick(themes), String(year)],
    body: `كتاب ${subjectLabels[subject]} بصيغة PDF جاهز للتحميل والقراءة على الهاتف، يتناول ${draw.pick(themes)} و${draw.pick(themes)}.`,
    image: null,
  }
}

function note(id: string, draw: Draw, createdAt: Date): SearchDocument {
  const { grade, subject, branch, year } = material(draw)
  const teacher = `${draw.pick(firstNames)} ${draw.pick(lastNames)}`
  const place = gradeText(grade, branch, draw)
  return {
    type: 'malazima',
    id,
    subject,
    stage: grade,
    branch,
    year,
    teacher,
    createdAt,
    title: `${draw.pick(noteOpenings)} ${subjectLabels[subject]} ${place} ${draw.pick([teacher, draw.pick(themes), String(year)])}`,
    keywords: ['ملازم', teacher, draw.pick(themes), `${subjectLabels[subject]} ${place}`],
    body: '',
    image: null,
  }
}

function exam(id: string, draw: Draw, createdAt: Date): SearchDocument {
  const stage = draw.pick(ministerialGradeCodes)
  const subject = draw.pick(subjectsOfGrade(stage))
  const round = draw.pick([1, 2, 3, 4] as const satisfies Round[])
  const year = 2012 + draw.below(14)
  const place = gradeText(stage, null, draw)
  return {
    type: 'ministerial-exam',
    id,
    subject,
    stage,
    round,
    year,
    createdAt,
    title: `${draw.pick(['الأسئلة الوزارية', 'وزاري', 'أسئلة'])} ${subjectLabels[subject]} ${place} ${roundLabel(round)} ${year}`,
    keywords: ['أسئلة وزارية', `وزاري ${subjectLabels[subject]}`, String(year)],
    body: `صور واضحة لأسئلة ${subjectLabels[subject]} لطلبة ${place}.`,
    image: null,
  }
}

function newsItem(id: string, draw: Draw, createdAt: Date): SearchDocument {
  const newsType = draw.pick(newsCategoryCodes)
  const grade = draw.pick(ministerialGradeCodes)
  const place = draw.pick(places)
  return {
    type: 'news',
    id,
    newsType,
    createdAt,
    title: `${newsOpenings[newsType]} ${draw.pick([gradeText(grade, null, draw), place])} ${createdAt.getUTCFullYear()}`,
    keywords: ['وزارة التربية', 'العراق', place],
    body: `أعلنت مديرية تربية ${place} تفاصيل ${draw.pick(themes)}. ودعت الوزارة الطلبة وأولياء الأمور إلى متابعة موقعها الرسمي. ${draw.pick(themes)} ${draw.pick(themes)}`,
    image: null,
  }
}

/** Realistic records in mixed order: a quarter books, two fifths notes, a quarter exams, the rest news. */
export function* makeSearchRecords(count: number, seed = 1): Generator<SearchDocument> {
  const draw = drawWith(seededRandom(seed))
  const newest = Date.UTC(2026, 0, 1)
  for (let number = 0; number < count; number += 1) {
    const id = `r${String(number).padStart(8, '0')}`
    const createdAt = new Date(newest - draw.below(400) * weekMs - draw.below(weekMs))
    const share = draw.below(20)
    if (share < 5) yield book(id, draw, createdAt)
    else if (share < 13) yield note(id, draw, createdAt)
    else if (share < 18) yield exam(id, draw, createdAt)
    else yield newsItem(id, draw, createdAt)
  }
}

/** Names of teachers that the records have, for queries. */
export function makeTeacherNames(count: number, seed = 2): string[] {
  const draw = drawWith(seededRandom(seed))
  return Array.from({ length: count }, () => `${draw.pick(firstNames)} ${draw.pick(lastNames)}`)
}
