import { describe, expect, it } from 'vitest'
import { VisitQueue } from './visit-queue.ts'

function openQueue() {
  const batches: number[][] = []
  const warnings: [object, string][] = []
  const state = { isAway: false }
  const queue = new VisitQueue<number>(
    async rows => {
      if (state.isAway) throw new Error('the database is away')
      batches.push(rows)
    },
    { warn: ((details: object, text: string) => warnings.push([details, text])) as never },
  )
  return { queue, batches, warnings, state }
}

describe('the queue of visits', () => {
  it('writes what waits in one batch', async () => {
    const { queue, batches } = openQueue()
    for (const row of [1, 2, 3]) queue.add(row)
    expect(batches).toEqual([])
    await queue.flush()
    expect(batches).toEqual([[1, 2, 3]])
    await queue.close()
  })

  it('writes by itself when many wait', async () => {
    const { queue, batches } = openQueue()
    for (let row = 0; row < 200; row += 1) queue.add(row)
    await new Promise(resolve => setImmediate(resolve))
    expect(batches.flat()).toHaveLength(200)
    await queue.close()
  })

  it('writes by itself after a while', async () => {
    const { queue, batches } = openQueue()
    queue.add(1)
    await expect.poll(() => batches, { timeout: 8_000 }).toEqual([[1]])
    await queue.close()
  })

  it('keeps visits in order while the database is away, and writes them when it is back', async () => {
    const { queue, batches, state, warnings } = openQueue()
    state.isAway = true
    queue.add(1)
    await queue.flush()
    queue.add(2)
    await queue.flush()
    expect(batches).toEqual([])
    expect(warnings).not.toEqual([])
    state.isAway = false
    await queue.flush()
    expect(batches.flat()).toEqual([1, 2])
    await queue.close()
  })

  it('is bounded, and reports how many visits were lost', async () => {
    const { queue, state, warnings } = openQueue()
    state.isAway = true
    for (let row = 0; row < 6_000; row += 1) queue.add(row)
    await queue.close()
    expect(warnings.at(-1)).toEqual([{ lost: 6_000 }, 'visits were lost'])
  })

  it('writes the last visits when it is closed', async () => {
    const { queue, batches } = openQueue()
    queue.add(1)
    await queue.close()
    expect(batches).toEqual([[1]])
  })
})
