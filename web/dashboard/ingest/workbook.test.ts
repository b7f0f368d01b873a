import { readXlsx, writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { ingestRow, ingestValues } from '#test/ingest-rows.ts'
import { makeZip } from '#test/files.ts'
import { csvOf, tableOf } from './hand-out.ts'
import { cellsOf, readTable, valuesOfLine } from './metadata-table.ts'
import { readTables } from './read-tables.ts'
import { columns } from './table-columns.ts'
import { readWorkbook, writeWorkbook } from './workbook.ts'

const fileOf = (bytes: Uint8Array, name = 'جدول.xlsx') => new File([new Uint8Array(bytes)], name)
const bookOf = async (...sheets: WriteSheet[]) => new Uint8Array(await writeXlsx({ sheets }))

const row = ingestRow('1', {
  values: ingestValues({
    kind: 'exam',
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    subject: 'MATH',
    releaseYear: 2024,
    try: 2,
    title: '=1+1',
  }),
})

it('hands out the rows of an import, and takes them in again as they were, as a workbook and as text', async () => {
  const heads = columns.map(({ label, choices }) => ({
    head: label,
    choices: choices.map(choice => choice.label),
  }))
  const bytes = await writeWorkbook(heads, tableOf([row]))
  const { sheets } = await readXlsx(bytes)
  const closed = columns.filter(({ choices }) => choices.length > 0)
  expect(sheets[0]?.dataValidations).toHaveLength(closed.length)
  const [first] = await readWorkbook(bytes)
  for (const cells of [first?.cells ?? [], cellsOf(csvOf(tableOf([row])))]) {
    const table = readTable(cells)
    expect(table?.problems).toEqual([])
    const [line] = table?.rows ?? []
    expect(line?.file).toBe('1.pdf')
    expect(line && valuesOfLine(line, undefined)).toEqual({
      values: {
        kind: 'exam',
        stage: 'SIXTH_PREPARATORY',
        branch: 'SCIENTIFIC',
        subject: 'MATH',
        releaseYear: 2024,
        try: 2,
        title: '=1+1',
      },
      problems: [],
    })
  }
  expect(csvOf(tableOf([row]))).toContain(`"'=1+1"`)
})

it('reads dates, merged cells, Arabic digits and saved results of formulas, and tells of formulas without one', async () => {
  const bytes = await bookOf(
    { name: 'مخفي', hidden: true, rows: [['الملف'], ['لا']] },
    { name: 'شرح', rows: [['اقرأ أولاً']] },
    {
      name: 'الجدول',
      rows: [
        ['الملف', 'الصف', 'السنة', 'العنوان'],
        ['a.pdf', 'السادس الإعدادي', new Date('2023-06-01T00:00:00Z'), null],
        ['b.pdf', null, '٢٠٢٢', null],
      ],
      merges: [{ startRow: 1, startCol: 1, endRow: 2, endCol: 1 }],
      cells: new Map([
        ['1,3', { type: 'formula', formula: 'A2', formulaResult: 'محسوب' }],
        ['2,3', { type: 'formula', formula: 'A3' }],
      ]),
    },
  )
  const { rows, problems } = await readTables([fileOf(bytes)])
  expect(rows).toMatchObject([
    { file: 'a.pdf', title: 'محسوب', said: { stage: 'السادس الإعدادي', releaseYear: '2023-06-01' } },
    { file: 'b.pdf', title: '', said: { stage: 'السادس الإعدادي', releaseYear: '٢٠٢٢' } },
  ])
  expect(rows.map(line => valuesOfLine(line, undefined).values.releaseYear)).toEqual([2023, 2022])
  expect(problems).toEqual(['السطر ٣، العمود ٤: معادلة لم تُحفظ نتيجتها. اكتب القيمة نفسها.'])
})

it('opens no bomb, follows no link outside and says which table it could not read', async () => {
  const bomb = await makeZip({
    '[Content_Types].xml': Buffer.alloc(40 * 1024 * 1024),
    'xl/workbook.xml': '<x/>',
  })
  expect(bomb.length).toBeLessThan(100_000)
  const lost = await readTables([fileOf(bomb, 'قنبلة.xlsx'), fileOf(Buffer.from('PK'), 'تالف.xlsx')])
  expect(lost.rows).toEqual([])
  expect(lost.problems.map(problem => problem.slice(0, 20))).toEqual([
    'الجدول «قنبلة.xlsx»: '.slice(0, 20),
    'الجدول «تالف.xlsx»: '.slice(0, 20),
  ])
  const sound = await bookOf({ name: 'الجدول', rows: [['الملف'], ['a.pdf']] })
  const { unzipSync, zipSync } = await import('fflate')
  const parts = unzipSync(sound)
  const evil = new TextEncoder().encode('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>')
  const linked = zipSync({ ...parts, 'xl/externalLinks/externalLink1.xml': evil, 'xl/vbaProject.bin': evil })
  expect((await readTables([fileOf(linked)])).rows).toMatchObject([{ file: 'a.pdf' }])
})
