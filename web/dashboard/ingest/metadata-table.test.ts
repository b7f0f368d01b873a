import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { NameProposal } from '#contract/resources/ingest.ts'
import { ingestValues } from '#test/ingest-rows.ts'
import { cellsOf, nameOfLine, readTable, rowOfFile, tableValuesFor, tooLongLines } from './metadata-table.ts'

it('reads cells that are quoted, parted by whichever mark the first line has most of', () => {
  expect(cellsOf('a;b;c\r\n"x;1";"say ""so""";\r\n\r\n')).toEqual([
    ['a', 'b', 'c'],
    ['x;1', 'say "so"', ''],
  ])
  expect(cellsOf('الملف\tالسنة\nأ, ب.pdf\t2024')).toEqual([
    ['الملف', 'السنة'],
    ['أ, ب.pdf', '2024'],
  ])
})

it('knows columns by Arabic and English heads, and files with or without their ending', () => {
  const table = readTable(
    '\uFEFFاسم الملف,العنوان,الصف,المادّة,الدور,Teacher,ملاحظات\nscan1.pdf,كتابي,السادس العلمي,فيزياء,2,علي حسن,لا شيء\n,بلا ملف,,,,,\n',
  )
  expect(table).toEqual([
    { file: 'scan1.pdf', title: 'كتابي', teacher: 'علي حسن', words: 'السادس العلمي فيزياء دور 2' },
  ])
  expect(rowOfFile(table ?? [], 'SCAN1.PDF')?.title).toBe('كتابي')
  expect(rowOfFile([{ file: 'scan2', title: '', teacher: '', words: 'x' }], 'scan2.jpg')?.words).toBe('x')
  expect(rowOfFile(table ?? [], 'scan3.pdf')).toBeUndefined()
  expect(readTable('العنوان,الصف\nأ,ب')).toBeUndefined()
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

it('fills rows that nobody touched, elsewhere only what is empty or doubtful, and never by a guess', () => {
  const said = { file: 'a.pdf', title: 'من الجدول', teacher: '', words: 'x' }
  const row = { values, doubts: { subject: 'likely' as const }, isSeen: false }
  const facts = { title: 'من الجدول', subject: 'PHYSICS' }
  expect(tableValuesFor(row, false, said, proposal)).toEqual({ ...facts, stage: 'THIRD_INTERMEDIATE' })
  expect(tableValuesFor(row, true, said, proposal)).toEqual(facts)
  const typed = { ...row, values: { ...values, title: 'كتبه أحدهم' }, doubts: {} }
  expect(tableValuesFor(typed, true, said, proposal)).toEqual({})
  expect(tableValuesFor({ ...row, isSeen: true }, false, said, proposal)).toEqual({})
})

it('names lines whose cells are too long for a record, and takes nothing from those cells', () => {
  const said = { file: 'a.pdf', title: 'س'.repeat(5000), teacher: 'علي', words: '' }
  const row = { values, doubts: {}, isSeen: false }
  expect(tooLongLines([said, { ...said, title: '' }])).toEqual(['a.pdf'])
  expect(tableValuesFor(row, false, said, undefined)).toEqual({ teacher: 'علي' })
})

it('says a line as the name of its file would, never longer than a name may be', () => {
  const said = { file: 'a', title: '', teacher: '', words: 'فيزياء '.repeat(500) }
  expect(nameOfLine(said, 'a.PDF')).toHaveLength(limits.maxIngestPathLength)
  expect(nameOfLine(said, 'a.PDF')).toMatch(/^فيزياء .*\.PDF$/u)
  expect(nameOfLine({ ...said, words: 'نتائج ميسان' }, 'بلا نهاية')).toBe('نتائج ميسان')
  expect(nameOfLine({ ...said, words: '' }, 'a.zip')).toBe('-.zip')
})
