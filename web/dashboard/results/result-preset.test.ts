import { expect, it } from 'vitest'
import { addressOfMissing, presetOf } from './result-preset.ts'

const place = { stage: 'SIXTH_PREPARATORY', releaseYear: 2026, try: 2, city: 'كركوك', branch: 'LITERARY' }
const presetAt = (address: string) => presetOf(new URL(address, 'http://rafid.example').searchParams)

it('fills the form of a missing result with its place, as a draft', () => {
  expect(presetAt(addressOfMissing(place))).toEqual({
    stage: 'SIXTH_PREPARATORY',
    releaseYear: '2026',
    try: '2',
    city: 'كركوك',
    branch: 'LITERARY',
    keywords: ['نتائج كركوك'],
    state: 'draft',
  })
  expect(presetAt(addressOfMissing({ ...place, branch: null }))).not.toHaveProperty('branch')
})

it('takes nothing that the form cannot hold', () => {
  expect(presetAt('/dashboard/results/add?stage=X&releaseYear=1066&try=9&city=Y&branch=Z')).toBeUndefined()
  expect(presetAt('/dashboard/results/add')).toBeUndefined()
})
