import { expect, it } from 'vitest'
import { pastedDates } from './pasted-dates.ts'

const physics = { grade: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC', subject: 'PHYSICS', day: '2027-06-09' }

it('takes a copied table as it is written, and passes the grade and branch on to the lines below', () => {
  const text = [
    'الصف\tالفرع\tالمادة\tاليوم\tالتاريخ',
    'السادس الاعدادي\tالعلمي\tفيزياء\tالأربعاء\t٩/٦/٢٠٢٧',
    '\t\tالكيمياء\t\t2027-06-12',
    '',
    'الصف الثالث المتوسط؛ العلوم؛ ٥ حزيران ٢٠٢٧',
  ].join('\n')
  expect(pastedDates(text, undefined, 500)).toEqual({
    rows: [
      physics,
      { ...physics, subject: 'CHEMISTRY', day: '2027-06-12' },
      { grade: 'THIRD_INTERMEDIATE', branch: '', subject: 'SCIENCE', day: '2027-06-05' },
    ],
    rest: 'الصف\tالفرع\tالمادة\tاليوم\tالتاريخ',
    refused: 1,
    excess: 0,
  })
})

it('gives lines without a grade that of the row above', () => {
  expect(pastedDates('الأحياء، ٢٠٢٧-٦-١٤', physics, 500).rows).toEqual([
    { ...physics, subject: 'BIOLOGY', day: '2027-06-14' },
  ])
})

it('passes a branch that a line names without a grade on to the lines below', () => {
  const text = [
    'السادس الإعدادي، علمي، الفيزياء، ٩/٦/٢٠٢٧',
    'أدبي، التاريخ، ١٢/٦/٢٠٢٧',
    'الجغرافية، ١٤/٦/٢٠٢٧',
  ].join('\n')
  expect(pastedDates(text, undefined, 500).rows.map(({ branch, subject }) => [branch, subject])).toEqual([
    ['SCIENTIFIC', 'PHYSICS'],
    ['LITERARY', 'HISTORY'],
    ['LITERARY', 'GEOGRAPHY'],
  ])
})

it('gives back what it did not take, each line with the grade and branch that it stood under', () => {
  const text = [
    'السادس الإعدادي، علمي، الفيزياء، ٩/٦/٢٠٢٧',
    'الكمياء، ١٢/٦/٢٠٢٧',
    'الثالث المتوسط، العلوم، ٥/٦/٢٠٢٧',
    'الرياضيات، ٧/٦/٢٠٢٧',
  ].join('\n')
  const first = pastedDates(text, undefined, 2)
  expect(first.rows.map(({ subject }) => subject)).toEqual(['PHYSICS', 'SCIENCE'])
  expect(first).toMatchObject({ refused: 1, excess: 1 })
  expect(first.rest).toBe('السادس الإعدادي، علمي، الكمياء، ١٢/٦/٢٠٢٧\nالثالث المتوسط، الرياضيات، ٧/٦/٢٠٢٧')
  expect(pastedDates(first.rest.replace('الكمياء،', 'الكيمياء،'), first.rows.at(-1), 500).rows).toEqual([
    { ...physics, subject: 'CHEMISTRY', day: '2027-06-12' },
    { grade: 'THIRD_INTERMEDIATE', branch: '', subject: 'MATH', day: '2027-06-07' },
  ])
})
