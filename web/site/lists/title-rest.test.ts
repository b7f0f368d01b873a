import { describe, expect, it } from 'vitest'
import { phrasesOf, titleRest } from './title-rest.ts'
import type { Said } from './title-rest.ts'

const sixth = { subject: 'CHEMISTRY', grade: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC' } as const

describe('what is left of a title', () => {
  it.each([
    ['كتاب الكيمياء للصف السادس الإعدادي – الفرع العلمي', sixth, ''],
    ['كتاب الكيمياء للصف السادس العلمي، الجزء الأول', sixth, 'الجزء الأول'],
    ['كتاب الكيمياء – الجزء الثاني – السادس الإعدادي', sixth, 'الجزء الثاني'],
    ['الملزمة الوافية في الكيمياء – السادس الإعدادي', sixth, 'الملزمة الوافية'],
    ['أسئلة وأجوبة في الكيمياء – السادس الإعدادي', sixth, 'أسئلة وأجوبة'],
    ['ملخص قوانين كيمياء السادس', sixth, 'ملخص قوانين السادس'],
    ['كتاب النشاط', sixth, 'كتاب النشاط'],
    ['ملزمة الكيمياء', sixth, ''],
    [
      'كتاب الرياضيات للصف الأول الابتدائي، الجزء الأول',
      { subject: 'MATH', grade: 'FIRST_PRIMARY' },
      'الجزء الأول',
    ],
    [
      'أسئلة الرياضيات – السادس الابتدائي – الدور الأول ٢٠٢٤',
      { subject: 'MATH', grade: 'SIXTH_PRIMARY', year: 2024, round: 1 },
      '',
    ],
    ['Chemistry workbook', sixth, 'Chemistry workbook'],
  ] as const)('«%s» leaves what nothing above it says', (title, said, rest) => {
    expect(titleRest(title, said)).toBe(rest)
  })

  it('is found without making anew for each row what all rows of a list have above them', () => {
    const said = { ...sixth, year: 2026, round: 1 }
    const found = phrasesOf(said)
    expect(phrasesOf({ ...said, teacher: 'أحمد' })).toBe(found)
    for (const other of [
      { subject: 'MATH' },
      { grade: 'FIRST_PRIMARY' },
      { branch: null },
      { year: 2025 },
      { round: 2 },
    ])
      expect(phrasesOf({ ...said, ...other } as Said)).not.toEqual(found)
  })
})
