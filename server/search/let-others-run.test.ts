import { expect, it } from 'vitest'
import { inTurn, letOthersRun } from './let-others-run.ts'

it('lets one of those who wait go on in each turn of the event loop', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const seen = await Promise.all(Array.from({ length: 5 }, () => letOthersRun().then(() => turns)))
  isOver = true
  expect(new Set(seen).size).toBe(5)
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})

it('lets what began first go on first', async () => {
  const seen: string[] = []
  const work = (name: string, turns: number) =>
    inTurn(async () => {
      for (let turn = 0; turn < turns; turn += 1) {
        await letOthersRun()
        seen.push(name)
      }
    })
  await Promise.all([
    work('first', 3),
    work('second', 2),
    work('third', 1),
    letOthersRun().then(() => seen.push('alone')),
  ])
  expect(seen.join(' ')).toBe('first first first second second third alone')
})
