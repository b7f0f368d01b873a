import { expect, it } from 'vitest'
import { createLook } from './look.ts'

const times = (now: () => number) => ({ waitMs: 20, freshMs: 1000, now })

it('asks once for all who want to know, and again when the answer is old', async () => {
  let nowMs = 0
  let asked = 0
  const look = createLook(
    async () => {
      asked += 1
      return asked < 2
    },
    times(() => nowMs),
  )
  const answers = await Promise.all(Array.from({ length: 1000 }, () => look()))
  expect(answers.every(({ found }) => found === true)).toBe(true)
  nowMs = 999
  expect(await look()).toEqual({ found: true })
  expect(asked).toBe(1)
  nowMs = 1000
  expect(await look()).toEqual({ found: false })
  expect(asked).toBe(2)
})

it('waits no longer than it may, and asks nothing more until the first question is answered', async () => {
  let nowMs = 0
  let asked = 0
  const answered = Promise.withResolvers<boolean>()
  const look = createLook(
    () => {
      asked += 1
      return answered.promise
    },
    times(() => nowMs),
  )
  for (let second = 0; second < 3; second += 1) {
    expect(await look()).toEqual({ cause: expect.any(Error) })
    nowMs += 1000
  }
  expect(asked).toBe(1)
  answered.resolve(true)
  expect(await look()).toEqual({ found: true })
})

it('tells why', async () => {
  const cause = new Error('gone')
  const look = createLook(() => Promise.reject(cause), times(Date.now))
  expect(await look()).toEqual({ cause })
})
