import { describe, expect, it } from 'vitest'
import { chosenValues, fieldsInConflict, sideOf } from './conflict-choice.ts'

const base = { title: 'الفيزياء', year: 2025, keywords: ['جبر'], image: '', teacher: 'سرمد' }
const mine = { ...base, title: 'فيزياء السادس', keywords: ['جبر', 'ضوء'], teacher: 'علي' }
const theirs = {
  ...base,
  title: 'كتاب الفيزياء',
  year: 2026,
  keywords: ['جبر', 'ضوء'],
  image: '/files/1.jpg',
}
const sides = { base, mine, theirs }

describe('two people who changed one record', () => {
  it('are asked about the fields in which they differ, and about no other', () => {
    expect(fieldsInConflict(sides)).toEqual(['title', 'year', 'image', 'teacher'])
  })

  it('do not differ where one has nothing and the other has nothing typed', () => {
    const empty = { base: { image: null }, mine: { image: '' }, theirs: { image: undefined } }
    expect(fieldsInConflict<{ image: unknown }>(empty)).toEqual([])
  })

  it('keep what each of them changed, until something is chosen', () => {
    expect(fieldsInConflict(sides).map(field => sideOf(sides, {}, field))).toEqual([
      'mine',
      'theirs',
      'theirs',
      'mine',
    ])
    expect(chosenValues(sides, {})).toEqual({
      title: 'فيزياء السادس',
      year: 2026,
      keywords: ['جبر', 'ضوء'],
      image: '/files/1.jpg',
      teacher: 'علي',
    })
  })

  it('get in every field the side that was chosen', () => {
    const all = (side: 'mine' | 'theirs') =>
      chosenValues(sides, Object.fromEntries(fieldsInConflict(sides).map(field => [field, side])))
    expect(all('mine')).toEqual(mine)
    expect(all('theirs')).toEqual(theirs)
    expect(chosenValues(sides, { title: 'theirs', year: 'mine' })).toMatchObject({
      title: 'كتاب الفيزياء',
      year: 2025,
      teacher: 'علي',
    })
  })

  it('lose nothing of a form that has more fields than the record', () => {
    const wider = { base: { title: 'أ' }, mine: { title: 'ب', versions: [1] }, theirs: { title: 'أ' } }
    expect(chosenValues<{ title: string; versions?: number[] }>(wider, {})).toEqual({
      title: 'ب',
      versions: [1],
    })
  })
})
