import { expect, test } from 'vitest'
import { remembering } from './remembering.ts'

test('what was given for a text is given again, until too many texts are known', () => {
  const made: string[] = []
  const lengthOf = remembering(2, text => {
    made.push(text)
    return text.length
  })
  expect(['ab', 'abc', 'ab', 'abc'].map(lengthOf)).toEqual([2, 3, 2, 3])
  expect(made).toEqual(['ab', 'abc'])
  expect(['a', 'ab'].map(lengthOf)).toEqual([1, 2])
  expect(made).toEqual(['ab', 'abc', 'a', 'ab'])
})
