import { readXlsx, writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { ingestRow, ingestValues } from '#test/ingest-rows.ts'
import { makeZip } from '#test/files.ts'
import { limits } from '#contract/limits.ts'
import { csvOf, tableOf } from './hand-out.ts'
import { cellsOf, readTable, valuesOfLine } from './metadata-table.ts'
import { readTables } from './read-tables.ts'
import { columns } from './table-columns.ts'
import { HugeWorkbook, readWorkbook, writeWorkbook } from './workbook.ts'

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

it('counts a stored part by what lies there, whatever it claims to be', async () => {
  const { zipSync } = await import('fflate')
  const bytes = Buffer.from(
    zipSync({ 'xl/worksheets/1.xml': new Uint8Array(limits.maxTableUnpackedBytes + 1) }, { level: 0 }),
  )
  const entry = bytes.lastIndexOf('PK\u0001\u0002')
  bytes.writeUInt32LE(0, entry + 24)
  await expect(readWorkbook(new Uint8Array(bytes))).rejects.toThrow(HugeWorkbook)
})

it('tells of several tables which one a line is in, and of a long one that its end was not read', async () => {
  const text = (name: string, ...lines: string[]) => new File([lines.join('\n')], name)
  const both = await readTables([
    text('أ.csv', 'الملف,لون', 'a.pdf,1'),
    text('ب.csv', 'الملف,لون', 'b.pdf,2'),
  ])
  expect(both.problems).toEqual([
    'الجدول «أ.csv»: العمود «لون» غير معروف، فلم يُقرأ.',
    'الجدول «ب.csv»: العمود «لون» غير معروف، فلم يُقرأ.',
  ])
  const names = Array.from({ length: limits.maxTableRows + 1 }, (_, at) => `${at}.pdf`)
  const tell = 'فيه أكثر من ٢٬٠٠٠ سطر، فلم يُقرأ ما بعدها.'
  const heads = names.map(name => [name])
  const files = [
    text('طويل.csv', 'الملف', ...names),
    fileOf(await bookOf({ name: 'ورقة', rows: [['الملف'], ...heads] }), 'طويل.xlsx'),
  ]
  for (const file of files) {
    const { rows, problems } = await readTables([file])
    expect(rows).toHaveLength(limits.maxTableRows)
    expect(problems).toEqual([`الجدول «${file.name}»: ${tell}`])
  }
  const whole = await bookOf({ name: 'ورقة', rows: [['الملف'], ...heads.slice(1)] })
  expect((await readTables([fileOf(whole)])).problems).toEqual([])
})

it('hands out as text what begins as a formula with a mark, and takes it in as it was', () => {
  for (const title of ['=1', "'=1", '@x', '\t=1']) {
    const text = csvOf(tableOf([ingestRow('1', { values: ingestValues({ title }) })]))
    expect(text).toContain(`"'${title}"`)
    expect(readTable(cellsOf(text))?.rows[0]?.title).toBe(title.trim())
  }
})
