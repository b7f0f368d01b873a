import { expect, it } from 'vitest'
import type { Place } from './board.ts'
import { addressOfPlace } from './place-address.ts'

const exam: Place = {
  kind: 'exam',
  row: 'CHEMISTRY',
  releaseYear: 2025,
  try: 2,
  state: 'there',
  published: 1,
  hidden: 0,
  common: 1,
  searches: 0,
  requests: 0,
  isExpected: true,
}
const result: Place = { ...exam, kind: 'result', row: 'كركوك', common: 0 }
const book: Place = { ...exam, kind: 'book', releaseYear: null, try: null, common: 0 }
const sixth = 'SIXTH_PREPARATORY'

function led(place: Place, branch?: string): Record<string, string> {
  const { pathname, searchParams } = new URL(
    addressOfPlace(place, { stage: sixth, branch }),
    'http://rafid.example',
  )
  return { path: pathname.replace('/dashboard/', ''), ...Object.fromEntries(searchParams) }
}

it('leads to the list of exactly what stands at a place', () => {
  const when = { stage: sixth, year: '2025', round: '2' }
  expect(led(exam)).toEqual({ path: 'ministerial-exams', subject: 'CHEMISTRY', ...when })
  expect(led({ ...exam, state: 'hidden', published: 0, hidden: 1 })).toEqual(led(exam))
  expect(led({ ...exam, try: 0 })).not.toHaveProperty('round')
  expect(led(result, 'LITERARY')).toEqual({ path: 'results', city: 'كركوك', branch: 'LITERARY', ...when })
  expect(led({ ...result, state: 'dead' })).toMatchObject({ state: 'published', missing: 'mirror', ...when })
  const list = { path: 'books', subject: 'CHEMISTRY', stage: sixth }
  expect(led(book, 'LITERARY')).toEqual({ ...list, branch: 'LITERARY' })
  expect(led({ ...book, common: 1, state: 'damaged' }, 'LITERARY')).toEqual({
    ...list,
    state: 'published',
    missing: 'damaged',
  })
})

it('leads from a gap to its form, with all that is known of it', () => {
  const gap = { state: 'wanted', published: 0 } as const
  const when = { stage: sixth, releaseYear: '2025', try: '2' }
  expect(led({ ...exam, ...gap })).toEqual({ path: 'ministerial-exams/add', subject: 'CHEMISTRY', ...when })
  expect(led({ ...result, ...gap }, 'LITERARY')).toEqual({
    path: 'results/add',
    city: 'كركوك',
    branch: 'LITERARY',
    ...when,
  })
})
