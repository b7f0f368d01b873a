import { expect, it } from 'vitest'
import { createProbe } from './probe.ts'

const times = (now: () => number) => ({ waitMs: 20, freshMs: 1000, now })

it('asks once for all who want to know, and again when the answer is old', async () => {
  let nowMs = 0
  let asked = 0
  const probe = createProbe(
    async () => {
      asked += 1
      return asked < 2
    },
    times(() => nowMs),
  )
  const answers = await Promise.all(Array.from({ length: 1000 }, () => probe()))
  expect(answers.every(({ isWell }) => isWell)).toBe(true)
  nowMs = 999
  expect(await probe()).toEqual({ isWell: true })
  expect(asked).toBe(1)
  nowMs = 1000
  expect(await probe()).toEqual({ isWell: false })
  expect(asked).toBe(2)
})

it('waits no longer than it may, and asks nothing more until the first question is answered', async () => {
  let nowMs = 0
  let asked = 0
  const answered = Promise.withResolvers<boolean>()
  const probe = createProbe(
    () => {
      asked += 1
      return answered.promise
    },
    times(() => nowMs),
  )
  for (let second = 0; second < 3; second += 1) {
    expect(await probe()).toMatchObject({ isWell: false })
    nowMs += 1000
  }
  expect(asked).toBe(1)
  answered.resolve(true)
  expect(await probe()).toEqual({ isWell: true })
})

it('tells why', async () => {
  const cause = new Error('gone')
  const probe = createProbe(() => Promise.reject(cause), times(Date.now))
  expect(await probe()).toEqual({ isWell: false, cause })
})
