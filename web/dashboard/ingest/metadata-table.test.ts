import { expect, it } from 'vitest'
import { cellsOf, readTable, rowOfFile } from './metadata-table.ts'

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
