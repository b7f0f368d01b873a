import { expect, it } from 'vitest'
import { letOthersRun } from './let-others-run.ts'

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
