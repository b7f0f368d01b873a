import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { NameProposal } from '#contract/resources/ingest.ts'
import { ingestValues } from '#test/ingest-rows.ts'
import {
  cellsOf,
  nameOfLine,
  readTable,
  rowOfFile,
  tableValuesFor,
  valuesOfLine,
  type TableRow,
} from './metadata-table.ts'

it('reads cells that are quoted, parted by whichever mark the first line has most of', () => {
  expect(cellsOf('a;b;c\r\n"x;1";"say ""so""";\r\n\r\n')).toEqual([
    ['a', 'b', 'c'],
    ['x;1', 'say "so"', ''],
    [''],
    [''],
  ])
  expect(cellsOf('الملف\tالسنة\nأ, ب.pdf\t2024')).toEqual([
    ['الملف', 'السنة'],
    ['أ, ب.pdf', '2024'],
  ])
})

it('knows columns by Arabic and English heads, files by name, folder and ending, and tells every column it does not know', () => {
  const table = readTable(
    cellsOf(
      '\uFEFFاسم الملف,العنوان,الصف,المادّة,الدور,Teacher,ملاحظات\nscan1.pdf,كتابي,السادس العلمي,فيزياء,2,علي حسن,لا شيء\n,بلا ملف,,,,,\n',
    ),
  )
  expect(table).toEqual({
    rows: [
      {
        line: 2,
        file: 'scan1.pdf',
        title: 'كتابي',
        teacher: 'علي حسن',
        said: { stage: 'السادس العلمي', subject: 'فيزياء', try: '2' },
      },
    ],
    problems: ['العمود «ملاحظات» غير معروف، فلم يُقرأ.', 'السطر ٣: لا اسم ملف فيه.'],
  })
  const file = (name: string, folder = '') => ({ name, folder })
  expect(rowOfFile(table?.rows ?? [], file('SCAN1.PDF', 'أ/'))?.title).toBe('كتابي')
  const line = (name: string, title: string) => ({ line: 2, file: name, title, teacher: '', said: {} })
  const folders = [line('أ/1.jpg', 'في أ'), line('ب\\1.jpg', 'في ب')]
  expect(rowOfFile(folders, file('1.jpg', 'ب/'))?.title).toBe('في ب')
  expect(rowOfFile([line('scan2', 'x')], file('scan2.jpg'))?.title).toBe('x')
  expect(rowOfFile(table?.rows ?? [], file('scan3.pdf'))).toBeUndefined()
  expect(readTable(cellsOf('العنوان,الصف\nأ,ب'))).toBeUndefined()
})

const values = ingestValues({ stage: 'SIXTH_PREPARATORY', subject: 'MATH', releaseYear: 2020 })
const proposal: NameProposal = {
  kind: null,
  title: null,
  stage: { value: 'THIRD_INTERMEDIATE', confidence: 'sure' },
  branch: null,
  subject: { value: 'PHYSICS', confidence: 'likely' },
  releaseYear: { value: 2024, confidence: 'guess' },
  try: null,
  teacher: null,
  city: null,
  label: '',
  about: '',
  part: '',
  page: null,
  group: '',
}

const lineOf = (said: TableRow['said'], texts: Partial<TableRow> = {}): TableRow => ({
  line: 7,
  file: 'a.pdf',
  title: '',
  teacher: '',
  said,
  ...texts,
})

it('takes cells as the choices name them, also with Arabic digits, and tells by line and column what nobody knows', () => {
  const said = {
    kind: 'كتاب',
    stage: 'الصف السادس الإعدادي',
    branch: 'علمي',
    subject: 'الرياضيات',
    releaseYear: '٢٠٢٤',
    try: 'الدور الثاني',
    city: 'ميسان',
  }
  expect(valuesOfLine(lineOf(said), undefined)).toEqual({
    values: {
      kind: 'book',
      stage: 'SIXTH_PREPARATORY',
      branch: 'SCIENTIFIC',
      subject: 'MATH',
      releaseYear: 2024,
      try: 2,
      city: 'ميسان',
    },
    problems: [],
  })
  expect(valuesOfLine(lineOf({ releaseYear: '2024-05-01' }), undefined).values).toEqual({ releaseYear: 2024 })
  const long = { title: 'س'.repeat(5000) }
  expect(valuesOfLine(lineOf({ subject: 'سحر', stage: 'أولى' }, long), proposal)).toEqual({
    values: { stage: 'THIRD_INTERMEDIATE', subject: 'PHYSICS' },
    problems: [expect.stringMatching(/^السطر ٧، عمود «العنوان»: .* أطول من المسموح\.$/u)],
  })
  expect(valuesOfLine(lineOf({ city: 'أطلانتس', releaseYear: 'العام' }), proposal).problems).toEqual([
    'السطر ٧، عمود «السنة»: «العام» غير معروف.',
    'السطر ٧، عمود «المدينة»: «أطلانتس» غير معروف.',
  ])
})

it('fills rows that nobody touched, elsewhere only what is empty or doubtful', () => {
  const said = { title: 'من الجدول', stage: 'THIRD_INTERMEDIATE', subject: 'PHYSICS' } as const
  const row = { values, doubts: { subject: 'likely' as const }, isSeen: false }
  expect(tableValuesFor(row, false, said)).toEqual(said)
  expect(tableValuesFor(row, true, said)).toEqual({ title: 'من الجدول', subject: 'PHYSICS' })
  const typed = { ...row, values: { ...values, title: 'كتبه أحدهم' }, doubts: {} }
  expect(tableValuesFor(typed, true, said)).toEqual({})
  expect(tableValuesFor({ ...row, isSeen: true }, false, said)).toEqual({})
})

it('says a line as the name of its file would, never longer than a name may be', () => {
  const many = lineOf({ subject: 'فيزياء '.repeat(500) })
  expect(nameOfLine(many, 'a.PDF')).toHaveLength(limits.maxIngestPathLength)
  expect(nameOfLine(many, 'a.PDF')).toMatch(/^فيزياء .*\.PDF$/u)
  expect(nameOfLine(lineOf({ city: 'نتائج ميسان' }), 'بلا نهاية')).toBe('نتائج ميسان')
  expect(nameOfLine(lineOf({ try: '2' }), 'a.zip')).toBe('دور 2.zip')
  expect(nameOfLine(lineOf({}), 'a.zip')).toBe('-.zip')
})
