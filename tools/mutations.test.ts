import { expect, test } from 'vitest'
import { failureOf, listMutations, mutate } from './mutations.ts'

function faultsOf(text: string): string[] {
  return listMutations({ path: 'server/x.ts', text }).map(mutation => mutate(text, mutation))
}

test('turns operators, conditions, truth values and numbers around', () => {
  expect(faultsOf('const a = b < 5')).toEqual(['const a = b <= 5', 'const a = b < 6'])
  expect(faultsOf('const a = b && !c')).toEqual(['const a = b || !c'])
  expect(faultsOf('const a = b === c ? 1 : d')).toEqual([
    'const a = !(b === c) ? 1 : d',
    'const a = b !== c ? 1 : d',
    'const a = b === c ? 2 : d',
  ])
  expect(faultsOf('const a = { isKept: true }')).toEqual(['const a = { isKept: false }'])
})

test('leaves statements out, but not what a log is told', () => {
  expect(faultsOf('await announce(tags)')).toEqual([''])
  expect(faultsOf('count = next')).toEqual([''])
  expect(faultsOf("app.log.info('x')\nrequest.log.warn({ err }, 'x')")).toEqual([])
})

test('says where and what', () => {
  expect(listMutations({ path: 'server/x.ts', text: '\nif (isOpen) close()' })).toMatchObject([
    { path: 'server/x.ts', line: 2, change: 'isOpen → !(isOpen)' },
    { line: 2, change: 'close() → nothing' },
  ])
})

test('tells a wrong answer from a wait that came to its end, which a busy machine may cause', () => {
  const report = (...failures: string[]) => ({
    testResults: [
      {
        message: '',
        assertionResults: failures.map(text => ({ status: 'failed', failureMessages: [text] })),
      },
    ],
  })
  expect(failureOf(report('Error: Test timed out in 20000ms.'))).toBe('time')
  expect(failureOf(report('Error: Hook timed out in 60000ms.'))).toBe('time')
  expect(
    failureOf(report('Error: expected 1 to be 2\n  at Proxy.__VITEST_POLL_CHAIN__ (index.js:7403:47)')),
  ).toBe('time')
  expect(failureOf(report('AssertionError: expected 1 to be 2'))).toBe('answer')
  expect(failureOf(report('Error: Test timed out in 20000ms.', 'AssertionError: expected 1'))).toBe('answer')
  expect(failureOf({ testResults: [{ message: 'SyntaxError', assertionResults: [] }] })).toBe('answer')
  expect(failureOf(undefined)).toBe('time')
})
