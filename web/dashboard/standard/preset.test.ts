import { expect, it } from 'vitest'
import type { IngestKind } from '#contract/resources/ingest.ts'
import { addressOfMissing, presetOf } from './preset.ts'

const place = { stage: 'SIXTH_PREPARATORY', releaseYear: 2026, try: 2, city: 'كركوك', branch: 'LITERARY' }
const presetAt = (kind: IngestKind, address: string) =>
  presetOf(kind, new URL(address, 'http://rafid.example').searchParams)

it('fills the form of a missing result with its place, as a draft', () => {
  expect(presetAt('result', addressOfMissing('result', place))).toEqual({
    stage: 'SIXTH_PREPARATORY',
    releaseYear: '2026',
    try: '2',
    city: 'كركوك',
    branch: 'LITERARY',
    keywords: ['نتائج كركوك'],
    state: 'draft',
  })
  expect(presetAt('result', addressOfMissing('result', { ...place, branch: null }))).not.toHaveProperty(
    'branch',
  )
})

it('fills the form of a missing exam, book or handout with its place and the words that follow from it', () => {
  const exam = { stage: 'SIXTH_PREPARATORY', subject: 'CHEMISTRY', releaseYear: 2024, try: 2 }
  expect(presetAt('exam', addressOfMissing('exam', exam))).toMatchObject({
    stage: 'SIXTH_PREPARATORY',
    subject: 'CHEMISTRY',
    releaseYear: '2024',
    try: '2',
    title: 'أسئلة الكيمياء – السادس الإعدادي – الدور الثاني ٢٠٢٤',
  })
  const book = { stage: 'FOURTH_PREPARATORY', subject: 'BIOLOGY', branch: 'SCIENTIFIC' }
  const filled = presetAt('book', addressOfMissing('book', book))
  expect(filled).toMatchObject({ ...book, title: 'كتاب الأحياء للصف الرابع الإعدادي العلمي' })
  expect(filled).not.toHaveProperty('releaseYear')
  expect(presetAt('note', addressOfMissing('note', { stage: 'FIRST_PRIMARY' }))).toEqual({
    stage: 'FIRST_PRIMARY',
  })
})

it('takes nothing that the form cannot hold', () => {
  const wrong = '?stage=X&releaseYear=1066&try=9&city=Y&branch=Z&subject=W'
  for (const kind of ['book', 'note', 'exam', 'result'] as const) {
    expect(presetAt(kind, `/dashboard/add${wrong}`)).toBeUndefined()
    expect(presetAt(kind, '/dashboard/add')).toBeUndefined()
  }
  expect(presetAt('exam', '/?stage=FIRST_PRIMARY&city=كركوك&branch=LITERARY')).toBeUndefined()
})
