import { branchLabels } from '#contract/codes/branches.ts'
import { grades } from '#contract/codes/grades.ts'
import type { GradeCode } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { subjectLabels } from '#contract/codes/subjects.ts'
import type { SubjectCode } from '#contract/codes/subjects.ts'
import { formatPlainNumber, formatSchoolYear } from '#contract/format.ts'
import type { DemoFile } from './demo-file.ts'
import { drawCover } from './drawing/cover.ts'
import { drawExamPage } from './drawing/exam-page.ts'
import { subjectColours } from './drawing/subject-colours.ts'
import { drawPdf } from './drawing/pdf.ts'
import type { PdfBlock, PdfPage } from './drawing/pdf.ts'
import { collect } from '#server/pictures/pdf-pages.ts'
import { zipOf } from './drawing/zip.ts'
import type { DemoBook } from './books/demo-books.ts'
import type { DemoExam } from './exams/demo-exams.ts'
import type { DemoNote } from './notes/demo-notes.ts'
import type { DemoResult } from './results/demo-results.ts'
import { drawSchoolArchive } from './results/schools/school-archive.ts'
import { topicsOf } from './subject-topics.ts'

const footer = 'نموذج تجريبي من موقع رافد، وليس طبعة رسمية'
const bookNotice = 'نسخة تجريبية قصيرة أعدها موقع رافد للعرض، وليست الطبعة الرسمية لوزارة التربية.'
const noteNotice = 'ملزمة تجريبية أعدها موقع رافد للعرض. اسم المدرس من الخيال.'

async function drawBookCover({ input }: DemoBook): Promise<DemoFile> {
  const bytes = await drawCover({
    title: input.title,
    subjectLabel: subjectLabels[input.subject],
    gradeLabel: grades[input.stage].label,
    colours: subjectColours(input.subject),
    badge: formatPlainNumber(input.releaseYear),
    overline: input.branch ? `كتاب مدرسي · الفرع ال${branchLabels[input.branch]}` : 'كتاب مدرسي',
  })
  return { name: `غلاف ${input.title}.jpg`, bytes }
}

/** The PDF of a book, or of one of its earlier editions. */
async function drawBookPdf(
  { input, createdAt }: DemoBook,
  releaseYear = input.releaseYear,
): Promise<DemoFile> {
  const { chapters } = topicsOf(input.subject, grades[input.stage].stage)
  const pages = await collect(
    drawPdf({
      title: input.title,
      subject: subjectLabels[input.subject],
      keywords: input.keywords,
      createdAt,
      footer,
      pageLabel: formatPlainNumber,
      pages: [
        {
          kind: 'cover',
          title: input.title,
          subjectLabel: subjectLabels[input.subject],
          gradeLabel: grades[input.stage].label,
          overline: `كتاب مدرسي · ${formatSchoolYear(releaseYear)}`,
          notice: bookNotice,
          colours: subjectColours(input.subject),
        },
        contentsPage(chapters, bookNotice),
        ...chapters
          .slice(0, 2)
          .map((chapter, index) => chapterPage(input.subject, input.stage, chapter, index)),
        questionsPage(input.subject, input.stage, 'أسئلة للمراجعة'),
      ],
    }),
  )
  return { name: `${input.title} ${releaseYear}.pdf`, bytes: pages }
}

async function drawNoteCover({ input }: DemoNote): Promise<DemoFile> {
  const bytes = await drawCover({
    title: input.title,
    subjectLabel: subjectLabels[input.subject],
    gradeLabel: grades[input.stage].label,
    colours: subjectColours(input.subject),
    badge: formatPlainNumber(input.releaseYear),
    overline: `ملزمة · ${input.teacher}`,
  })
  return { name: `غلاف ${input.title}.jpg`, bytes }
}

async function drawNotePdf({ input, createdAt }: DemoNote): Promise<DemoFile> {
  const { chapters } = topicsOf(input.subject, grades[input.stage].stage)
  const bytes = await collect(
    drawPdf({
      title: input.title,
      author: input.teacher,
      subject: subjectLabels[input.subject],
      keywords: input.keywords,
      createdAt,
      footer: `${input.teacher} – ${footer}`,
      pageLabel: formatPlainNumber,
      pages: [
        {
          kind: 'cover',
          title: input.title,
          subjectLabel: subjectLabels[input.subject],
          gradeLabel: grades[input.stage].label,
          overline: `ملزمة · ${input.teacher}`,
          notice: noteNotice,
          colours: subjectColours(input.subject),
        },
        ...chapters
          .slice(0, 2)
          .map((chapter, index) => chapterPage(input.subject, input.stage, chapter, index)),
        questionsPage(input.subject, input.stage, 'تمارين'),
      ],
    }),
  )
  return { name: `${input.title}.pdf`, bytes }
}

/** The pages of an exam, its questions shared out among them. */
function drawExamPages({ input, pageCount }: DemoExam): Promise<DemoFile[]> {
  const { questions } = topicsOf(input.subject, grades[input.stage].stage)
  const turned = questions.map(
    (_, index) => questions[(index + input.releaseYear + input.try) % questions.length] ?? '',
  )
  const isEnglish = input.subject === 'ENGLISH'
  const perPage = Math.ceil(turned.length / pageCount)
  return Promise.all(
    Array.from({ length: pageCount }, async (_, page) => ({
      name: `${input.title} – صفحة ${page + 1}.webp`,
      bytes: await drawExamPage({
        gradeLabel: grades[input.stage].label,
        subjectLabel: subjectLabels[input.subject],
        roundLabel: roundLabel(input.try),
        yearLabel: formatSchoolYear(input.releaseYear),
        durationLabel: input.stage === 'SIXTH_PRIMARY' ? 'ساعتان' : 'ثلاث ساعات',
        pageLabel: `صفحة ${formatPlainNumber(page + 1)} من ${formatPlainNumber(pageCount)}`,
        firstNumber: page * perPage + 1,
        numberLabel: isEnglish ? String : formatPlainNumber,
        direction: isEnglish ? 'ltr' : 'rtl',
        questions: turned
          .slice(page * perPage, (page + 1) * perPage)
          .map(text => ({ text, marks: isEnglish ? '(20 marks)' : `(${formatPlainNumber(20)} درجة)` })),
      }),
    })),
  )
}

/** The archive of a result, as its directorate packs it; `seed` invents the numbers of one that holds only a table. */
function drawArchive(result: DemoResult, seed: number): Promise<DemoFile> {
  if (result.archive === 'table') return drawResultZip(result, seed)
  const { stage, city, branch, try: round, releaseYear } = result.input
  return drawSchoolArchive({ stage, city, branch, round, releaseYear })
}

/** A table of invented of invented numbers as PDF and CSV, and a note that says so. */
async function drawResultZip({ input, createdAt }: DemoResult, seed: number): Promise<DemoFile> {
  const heading = [
    `نتائج ${grades[input.stage].shortLabel}`,
    input.city,
    input.branch ? branchLabels[input.branch] : '',
    roundLabel(input.try),
    formatPlainNumber(input.releaseYear),
  ]
    .filter(Boolean)
    .join(' – ')
  const rows = resultRows(seed)
  const columns = ['ت', 'الرقم الامتحاني', 'المجموع', 'المعدل', 'النتيجة']
  const shares = [0.1, 0.3, 0.2, 0.2, 0.2]
  const notice = 'أرقام تجريبية مولدة للعرض، لا تعود إلى أي طالب.'
  const sheet = `كل مدارس ${input.city}`
  const pdf = await collect(
    drawPdf({
      title: heading,
      createdAt,
      footer: notice,
      pageLabel: formatPlainNumber,
      pages: [
        {
          kind: 'table',
          title: 'النتائج (نموذج تجريبي)',
          columns: columns.map((label, index) => ({ label, share: shares[index] ?? 0.2 })),
          rows: rows.map(row => row.map(cell => (typeof cell === 'number' ? formatPlainNumber(cell) : cell))),
        },
      ],
    }),
  )
  const csv = `\uFEFF${[columns, ...rows].map(row => row.join(',')).join('\r\n')}\r\n`
  const bytes = await collect(
    zipOf([
      { name: `${heading}/${sheet}.pdf`, content: pdf, changedAt: createdAt },
      { name: `${heading}/${sheet}.csv`, content: Buffer.from(csv), changedAt: createdAt },
      {
        name: `${heading}/اقرأني.txt`,
        content: Buffer.from(`${heading}\r\n${notice}\r\n`),
        changedAt: createdAt,
      },
    ]),
  )
  return { name: `${heading}.zip`, bytes }
}

function resultRows(seed: number): (string | number)[][] {
  let state = (seed * 2654435761) % 2147483647
  const next = (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
  return Array.from({ length: 24 + (seed % 3) * 20 }, (_, index) => {
    const total = 290 + next(400)
    const hasPassed = total >= 350
    return [
      index + 1,
      900_000_000 + seed * 1000 + index * 7,
      total,
      Math.round(total / 7),
      hasPassed ? 'ناجح' : 'مكمل',
    ]
  })
}

function contentsPage(chapters: string[], notice: string): PdfPage {
  return {
    kind: 'text',
    title: 'المحتويات',
    blocks: [
      ...chapters.map((chapter, index): PdfBlock => ({
        kind: 'item',
        text: isArabic(chapter) ? `الفصل ${formatPlainNumber(index + 1)}: ${chapter}` : chapter,
      })),
      { kind: 'box', title: 'تنبيه', text: notice },
    ],
  }
}

function chapterPage(subject: SubjectCode, grade: GradeCode, chapter: string, index: number): PdfPage {
  const { facts, questions } = topicsOf(subject, grades[grade].stage)
  const turned = facts.map((_, position) => facts[(position + index) % facts.length] ?? '')
  const question = questions[index % questions.length] ?? ''
  return {
    kind: 'text',
    title: `الفصل ${formatPlainNumber(index + 1)}`,
    blocks: [
      { kind: 'heading', text: chapter },
      {
        kind: 'paragraph',
        text: `نتعرف في هذا الفصل إلى ${chapter}، ونبدأ بما نعرفه من الصفوف السابقة، ثم نضيف إليه مفاهيم جديدة وأمثلة محلولة وتمارين.`,
      },
      ...turned.map((text): PdfBlock => ({ kind: 'item', text })),
      { kind: 'box', title: 'تذكر', text: turned[0] ?? '' },
      { kind: 'heading', text: 'تمرين' },
      ...questionBlocks(question),
    ],
  }
}

function questionsPage(subject: SubjectCode, grade: GradeCode, title: string): PdfPage {
  const { questions } = topicsOf(subject, grades[grade].stage)
  return {
    kind: 'text',
    title,
    blocks: questions.flatMap((question, index): PdfBlock[] => [
      { kind: 'heading', text: `سؤال ${formatPlainNumber(index + 1)}` },
      ...questionBlocks(question),
    ]),
  }
}

function questionBlocks(question: string): PdfBlock[] {
  const direction = isArabic(question) ? 'rtl' : 'ltr'
  return question.split('\n').map(text => ({ kind: 'paragraph', text, direction }))
}

function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text)
}

/** What the files of the library are drawn with, each by its name; a kind may have a drawing of its own. */
export const drawings = {
  drawBookCover,
  drawBookPdf,
  drawNoteCover,
  drawNotePdf,
  drawExamPages,
  drawArchive,
}
