import { describe, expect, it } from 'vitest'
import { isStoredAs } from './is-stored-as.ts'

describe('what was sent and what is stored', () => {
  const sent = { title: 'كتاب', branch: undefined, versions: [{ title: 'طبعة' }], keywords: ['أ', 'ب'] }
  const stored = {
    title: 'كتاب',
    branch: null,
    versions: [{ id: 'v1', title: 'طبعة' }],
    keywords: ['أ', 'ب'],
  }

  it('are the same but for the ids that the server gives, and for two ways to say nothing', () => {
    expect(isStoredAs(sent, stored)).toBe(true)
  })

  for (const [difference, other] of [
    ['another text', { ...stored, title: 'كتاب آخر' }],
    ['a field that was emptied', { ...stored, branch: 'SCIENTIFIC' }],
    ['one more in a list', { ...stored, keywords: ['أ', 'ب', 'ج'] }],
    ['another order', { ...stored, keywords: ['ب', 'أ'] }],
    ['a version less', { ...stored, versions: [] }],
  ] as const)
    it(`are not the same with ${difference}`, () => {
      expect(isStoredAs(sent, other)).toBe(false)
    })

  it('are not the same where another id was sent', () => {
    expect(isStoredAs({ versions: [{ id: 'v2' }] }, { versions: [{ id: 'v1' }] })).toBe(false)
  })
})
