import { expect, it } from 'vitest'
import { plainLine, rightToLeftTitle } from './plain-line.ts'

it('takes out what would turn the text around it', () => {
  expect(plainLine(' كتاب\u202E مقلوب\u2066\n\tثانٍ ')).toBe('كتاب مقلوب ثانٍ')
})

it('marks a title that begins with Latin letters as right to left, and no other', () => {
  expect(rightToLeftTitle('Physics للسادس')).toBe('\u200FPhysics للسادس')
  expect(rightToLeftTitle('(2026) فيزياء Physics')).toBe('(2026) فيزياء Physics')
  expect(rightToLeftTitle('٢٠٢٦')).toBe('٢٠٢٦')
})
