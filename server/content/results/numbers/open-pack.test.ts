import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type * as Limits from '#contract/limits.ts'
import { makeTestDirectory } from '#test/files.ts'
import { writePack } from './number-pack.ts'
import { openPack } from './open-pack.ts'

vi.mock('#contract/limits.ts', async importOriginal => {
  const { limits } = await importOriginal<typeof Limits>()
  return { limits: { ...limits, numbersMemoryBytes: 2 * 64 * 1024 } }
})

const directory = makeTestDirectory()
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

it('keeps in memory what is taken from it most, not what was read last', async () => {
  const file = path.join(directory, 'numbers.pack')
  const facts = { stage: 'SIXTH_PREPARATORY', release: '2026-1', version: 'v', results: [], cities: [] }
  const numbers = Array.from({ length: 8 }, (_, at) => ({
    number: String(1_000_000_000 + at),
    page: 0,
    box: [0.1, 0.2, 0.7, 0.02] as [number, number, number, number],
  }))
  writePack(file, facts, [JSON.stringify({ school: 'إعدادية النور' })], numbers)
  const packs = await Promise.all([openPack(file), openPack(file), openPack(file)])
  const [hot, other, third] = packs
  await hot.read('a')
  await other.read('a')
  expect(hot.peek('a')).toBeDefined()
  await third.read('a')
  expect(hot.peek('a')).toBeDefined()
  expect(other.peek('a')).toBeUndefined()
  await Promise.all(packs.map(pack => pack.close()))
})
