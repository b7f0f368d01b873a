import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { act: () => promise, end: resolve }
}

it('lets only so many run at once, and the others in the order of their coming', async () => {
  const turns = new Turns({ atOnce: 2 })
  const works = [work(), work(), work(), work()]
  const begun: number[] = []
  const done = works.map(({ act }, index) =>
    turns.take(() => {
      begun.push(index)
      return act()
    }),
  )
  await expect.poll(() => [begun, turns.waiting]).toEqual([[0, 1], 2])
  works[1]?.end()
  await expect.poll(() => [begun, turns.waiting]).toEqual([[0, 1, 2], 1])
  for (const { end } of works) end()
  await Promise.all(done)
  expect([begun, turns.waiting]).toEqual([[0, 1, 2, 3], 0])
})

it('gives its place on when the work fails', async () => {
  const turns = new Turns({ atOnce: 1 })
  const failing = turns.take(() => Promise.reject(new Error('broken')))
  const next = turns.take(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await turns.take(async () => 'again')).toBe('again')
})

it('sends away who comes when too many wait, and who has waited too long, without losing a place', async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 1, maxWaitMs: 20, refusal: 'unavailable' })
  const first = work()
  const running = turns.take(first.act)
  const waiting = turns.take(async () => undefined)
  await expect(turns.take(async () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  first.end()
  await running
  expect(await turns.take(async () => 'free')).toBe('free')
})

it('sends one asker away who takes too many turns, and nobody who has no name', async () => {
  const turns = new Turns({ atOnce: 1, maxWaitingEach: 1 })
  const first = work()
  const running = turns.take(first.act)
  const named = turns.take(async () => 'named', 'one')
  await expect(turns.take(async () => undefined, 'one')).rejects.toMatchObject({ code: 'busy' })
  const nameless = [turns.take(async () => 'first'), turns.take(async () => 'second')]
  first.end()
  expect(await Promise.all([named, ...nameless])).toEqual(['named', 'first', 'second'])
  await running
})
