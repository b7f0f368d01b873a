import { setImmediate as letOthersRun } from 'node:timers/promises'
import { branchLabels } from '#contract/codes/branches.ts'
import { cities } from '#contract/codes/cities.ts'
import { grades } from '#contract/codes/grades.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { collect } from '#server/pictures/pdf-pages.ts'
import type { DemoFile } from '../../demo-file.ts'
import { drawResultSheet } from '../../drawing/result-sheet.ts'
import { spreadsheetOf } from '../../drawing/spreadsheet.ts'
import { zipOf } from '../../drawing/zip.ts'
import type { ZipEntry } from '../../drawing/zip.ts'
import { inventSchools } from './invented-schools.ts'
import type { Place, School } from './invented-schools.ts'

const notice = 'بيانات تجريبية: المدارس والأسماء والأرقام والدرجات كلها من الخيال، ولا تعود إلى أحد.'
const marksShare = 0.36

/* How offices number their files, and what they leave on a file that was copied. */
const numberings: readonly [
  (number: number, name: string) => string,
  ...((n: number, s: string) => string)[],
] = [
  (number, name) => `${number}- ${name}`,
  (number, name) => `${String(number).padStart(2, '0')}_${name.replaceAll(' ', '_')}`,
  (number, name) => `(${number}) ${name}`,
  (number, name) => `${formatPlainNumber(number)}. ${name}`,
]
const copyMarks = [' - نسخة', ' (1)', ' - Copy']
const copyEvery = 4
const spreadsheetEvery = 5
const thumbsEvery = 6

/** What Windows leaves in a folder of pictures: the mark of its format and an empty head. */
const thumbs = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1528)])

/** The archive of a directorate: a folder for boys and one for girls, a sheet for each school, and what lies about. */
export async function drawSchoolArchive(place: Place): Promise<DemoFile> {
  const { stage, city, branch, round, releaseYear } = place
  const title = [
    `نتائج ${grades[stage].shortLabel}`,
    city,
    branch ? branchLabels[branch] : '',
    roundLabel(round),
    String(releaseYear),
  ]
    .filter(Boolean)
    .join(' - ')
  const turn = cities.indexOf(city) + (branch === 'LITERARY' ? 2 : 0)
  const changedAt = new Date(Date.UTC(releaseYear, 7, 14, 9, 30))
  const schools = inventSchools(place)
  const folder = turn % 2 === 0 ? `نتائج ${city} ${formatPlainNumber(releaseYear)}/` : ''
  const entries: ZipEntry[] = []
  for (const [index, school] of schools.entries()) {
    await letOthersRun()
    entries.push({
      name: `${folder}${school.group}/${fileName(school, index, turn)}.pdf`,
      content: await drawSchool(place, school, { usesArabicDigits: (index + turn) % 2 === 0, changedAt }),
      changedAt,
    })
  }
  if (turn % spreadsheetEvery === 0) {
    const rows = schools.map((school, index) => [index + 1, school.name, school.students.length])
    const content = await collect(spreadsheetOf([['ت', 'المدرسة', 'عدد الطلاب'], ...rows], changedAt))
    entries.push({ name: `${folder}خلاصة أعداد الطلاب.xlsx`, content, changedAt })
  }
  if (turn % thumbsEvery === 0) entries.push({ name: `${folder}Thumbs.db`, content: thumbs, changedAt })
  return { name: `${title}.zip`, bytes: await collect(zipOf(entries)) }
}

function fileName({ name }: School, index: number, turn: number): string {
  const number = numberings[turn % numberings.length] ?? numberings[0]
  const hasMark = (index + turn) % copyEvery === copyEvery - 1
  return number(index + 1, name) + (hasMark ? (copyMarks[turn % copyMarks.length] ?? '') : '')
}

function drawSchool(
  { stage, city, branch, round, releaseYear }: Place,
  { name, subjects, students }: School,
  { usesArabicDigits, changedAt }: { usesArabicDigits: boolean; changedAt: Date },
): Promise<Buffer> {
  const written = usesArabicDigits ? formatPlainNumber : String
  const grade = grades[stage].label + (branch ? ` - الفرع ال${branchLabels[branch]}` : '')
  return collect(
    drawResultSheet({
      title: name,
      lines: [
        `المديرية العامة للتربية: ${city} (نموذج تجريبي)`,
        `نتائج ${grade} - ${roundLabel(round)} - ${written(releaseYear)}`,
      ],
      columns: [
        { label: 'تسلسل', share: 0.055 },
        { label: 'الرقم الامتحاني', share: 0.155 },
        { label: 'اسم الطالب', share: 0.27 },
        ...subjects.map(label => ({ label, share: marksShare / subjects.length })),
        { label: 'المجموع', share: 0.075 },
        { label: 'النتيجة', share: 0.085 },
      ],
      rows: students.map((student, index) => [
        written(index + 1),
        written(Number(student.examNumber)),
        student.name,
        ...student.marks.map(written),
        written(student.total),
        student.outcome,
      ]),
      footer: notice,
      pageLabel: written,
      createdAt: changedAt,
    }),
  )
}
