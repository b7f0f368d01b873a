import { expect, it } from 'vitest'
import { fillingOf } from './filling.ts'

it('fills what is empty or an untouched proposal, and never what somebody typed', () => {
  const proposed = { title: 'كتاب أول', subject: 'MATH', keywords: ['أول'] }
  const now = { title: 'كتاب أول', subject: 'PHYSICS', keywords: ['أول'], teacher: '' }
  const offered = {
    title: 'كتاب ثان',
    subject: 'MATH',
    keywords: ['ثان'],
    teacher: 'علي',
    city: 'بابل',
    stage: '',
  }
  expect(fillingOf(now, proposed, offered)).toEqual({
    title: 'كتاب ثان',
    keywords: ['ثان'],
    teacher: 'علي',
  })
  expect(fillingOf(now, {}, offered)).toEqual({ teacher: 'علي' })
})
