import { expect, it } from 'vitest'
import type { IngestRow } from '#contract/resources/ingest.ts'
import { ingestRow } from '#test/ingest-rows.ts'
import { sameFilesOf } from './same-files.ts'

function holding(id: string, ...files: [name: string, bytes: string][]): IngestRow {
  const row = ingestRow(id)
  const held = files.map(([name, bytes]) => {
    const url = bytes === '' ? null : `/files/${bytes.repeat(64)}/${encodeURIComponent(name)}`
    return row.files.map(file => ({ ...file, name, url }))
  })
  return { ...row, files: held.flat() }
}

it('names the file of another row that has the same bytes, whatever it is called', () => {
  const same = sameFilesOf([
    holding('a', ['كتاب.pdf', '1']),
    holding('b', ['نسخة من كتاب.pdf', '1']),
    holding('c', ['آخر.pdf', '2']),
    holding('d', ['في الطريق.pdf', '']),
    holding('e', ['في الطريق أيضاً.pdf', '']),
  ])
  expect([...same]).toEqual([
    ['a', [{ file: 'كتاب.pdf', other: 'نسخة من كتاب.pdf' }]],
    ['b', [{ file: 'نسخة من كتاب.pdf', other: 'كتاب.pdf' }]],
  ])
})

it('compares every picture of an exam, but not those of one row, nor with what is a record already', () => {
  const added = { ...holding('c', ['1.jpg', '1']), record: { kind: 'exam' as const, id: 'x', batchId: 'y' } }
  const rows = [holding('a', ['1.jpg', '1'], ['2.jpg', '2'], ['3.jpg', '2']), added]
  expect([...sameFilesOf(rows)]).toEqual([])
  const same = sameFilesOf([...rows, holding('b', ['0.jpg', '3'], ['وجه.jpg', '2'])])
  expect(same.get('b')).toEqual([{ file: 'وجه.jpg', other: '2.jpg' }])
  expect(same.get('a')).toEqual([
    { file: '2.jpg', other: 'وجه.jpg' },
    { file: '3.jpg', other: 'وجه.jpg' },
  ])
})
