import os from 'node:os'
import { expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createLargeWorks, hasLittleMemory, isLittleMemory } from './large-works.ts'
import { placesOf, shareMachine } from './machine-share.ts'
import type { LargeWorks } from './large-works.ts'

/** Begins works of which each ends when it is told to. */
function open(works: LargeWorks) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const act = (name: string) => () =>
    new Promise<string>(resolve => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return {
    begun,
    alone: (name: string, signal?: AbortSignal) => works.alone(act(name), signal),
    beside: (name: string) => works.beside(act(name)),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}

it('does one alone while no other one runs, and the others beside each other', async () => {
  const { begun, alone, beside, end } = open(createLargeWorks(() => true))
  const all = [beside('a'), alone('b'), alone('c'), beside('d')]
  await end('')
  expect(begun).toEqual(['a', 'd'])
  await end('a')
  expect(begun).toEqual(['a', 'd'])
  await end('d')
  expect(begun).toEqual(['a', 'd', 'b'])
  all.push(beside('e'))
  await end('b')
  expect(begun.slice(3)).toEqual(['e'])
  await end('e')
  await end('c')
  expect(begun).toEqual(['a', 'd', 'b', 'e', 'c'])
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('lets others go on when one fails, or waits no longer', async () => {
  const works = createLargeWorks(() => true)
  const { begun, alone, beside, end } = open(works)
  const first = beside('a')
  const controller = new AbortController()
  const given = alone('b', controller.signal)
  controller.abort(new Error('no longer wanted'))
  await expect(given).rejects.toThrow('no longer wanted')
  await expect(alone('c', controller.signal)).rejects.toThrow('no longer wanted')
  await end('a')
  await first
  await expect(works.alone(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  void alone('d')
  await end('')
  expect(begun).toEqual(['a', 'd'])
})

it('lets who waits for what is done alone wait for so long and no longer', async () => {
  const works = createLargeWorks(() => true)
  const { begun, alone, end } = open(works)
  const first = alone('a')
  await expect(works.beside(() => Promise.resolve(), 20)).rejects.toMatchObject({ code: 'busy' })
  await end('a')
  await first
  await works.beside(async () => void begun.push('b'), 20)
  expect(begun).toEqual(['a', 'b'])
})

it('keeps nothing apart where there is room', () => {
  const { begun, alone, beside } = open(createLargeWorks(() => false))
  for (const work of [alone('a'), beside('b'), alone('c')]) void work
  return expect.poll(() => begun).toEqual(['a', 'b', 'c'])
})

it.each([
  [0, false],
  [512 * 1024 * 1024, true],
  [limits.littleMemoryBytes, false],
  [2 ** 63, false],
])('takes %i bytes for little: %s', (bytes, isLittle) => {
  expect(isLittleMemory(bytes)).toBe(isLittle)
})

it.each([
  [2 ** 64, 4096, 1, false],
  [0, 512, 1, true],
  [1024, 4096, 1, false],
  [512, 4096, 1, true],
  [2048, 4096, 2, false],
  [2048, 4096, 3, true],
])(
  'is told of %i MB in a machine of %i MB among %i processes whether they are little: %s',
  (bound, machine, among, isLittle) => {
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(bound * 2 ** 20)
    vi.spyOn(os, 'totalmem').mockReturnValue(machine * 2 ** 20)
    shareMachine({ place: among, processes: among })
    expect(hasLittleMemory()).toBe(isLittle)
    shareMachine({ place: 1, processes: 1 })
    vi.restoreAllMocks()
  },
)

it.each([
  [1, 4, [1, 0, 0, 0]],
  [3, 2, [2, 1]],
  [4, 4, [1, 1, 1, 1]],
  [2, 1, [2]],
])('divides %i among %i processes as %j', (whole, processes, parts) => {
  const given = parts.map((_, index) => {
    shareMachine({ place: index + 1, processes })
    return placesOf(whole)
  })
  shareMachine({ place: 1, processes: 1 })
  expect(given).toEqual(parts)
})
