import { expect, it } from 'vitest'
import { fieldsOf, groupsOf, typeText } from './api-document.ts'

it('names types, lists, codes and what may be empty in Arabic', () => {
  expect(typeText({ type: 'array', items: { type: 'string' } })).toBe('قائمة (نص)')
  expect(typeText({ anyOf: [{ type: 'string', enum: ['A'] }, { type: 'null' }] })).toBe('رمز أو فارغ')
  expect(typeText({ type: ['integer', 'null'] })).toBe('عدد صحيح أو فارغ')
  expect(typeText({})).toBe('أي قيمة')
})

it('lists inner fields by their way, with what is required, lengths and codes', () => {
  const fields = fieldsOf({
    type: 'object',
    required: ['books'],
    properties: {
      books: {
        type: 'array',
        items: {
          type: 'object',
          required: ['title'],
          properties: {
            title: { type: 'string', minLength: 1, maxLength: 300 },
            branch: { anyOf: [{ type: 'string', enum: ['SCIENTIFIC'] }, { type: 'null' }] },
          },
        },
      },
      total: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    },
  })
  expect(fields).toEqual([
    { name: 'books', type: 'قائمة (كائن)', isRequired: true, rule: '', codes: [] },
    { name: 'books[].title', type: 'نص', isRequired: true, rule: 'من ١ حتى ٣٠٠ حرف', codes: [] },
    { name: 'books[].branch', type: 'رمز أو فارغ', isRequired: false, rule: '', codes: ['SCIENTIFIC'] },
    { name: 'total', type: 'عدد صحيح', isRequired: false, rule: '', codes: [] },
  ])
})

it('groups operations by tag and keeps those of an unknown one', () => {
  const groups = groupsOf({
    openapi: '3.1.0',
    info: { title: 'رافد', version: '1' },
    paths: {
      '/api/new': { get: { tags: ['new'], responses: { 204: {} } } },
      '/api/books': { post: { tags: ['books'], parameters: [{ name: 'id', in: 'path', required: true }] } },
    },
  })
  expect(groups.map(({ label, operations }) => [label, operations.length])).toEqual([
    ['الكتب', 1],
    ['new', 1],
  ])
  expect(groups[0]?.operations[0]).toMatchObject({
    method: 'POST',
    parameters: [{ name: 'id', place: 'في العنوان', isRequired: true, type: 'أي قيمة' }],
  })
  expect(groups[1]?.operations[0]?.answers).toEqual([{ status: '204', fields: [] }])
})
