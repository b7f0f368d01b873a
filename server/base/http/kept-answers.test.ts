import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextMoment } from '#server/base/moments.ts'
import { makeTestDirectory } from '#test/files.ts'
import { createKeptAnswers, digestOf } from './kept-answers.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'

function answer(key: string, text: string | Buffer, more: Partial<KeptAnswer> = {}): KeptAnswer {
  const body = Buffer.from(text)
  return { key, type: 'text/plain', etag: digestOf(body), tags: ['results'], headers: {}, body, ...more }
}

describe('answers on disk', () => {
  let directory: string
  beforeEach(() => (directory = makeTestDirectory()))
  afterEach(() => fs.rmSync(directory, { recursive: true, force: true }))

  const open = (maxBytes = 1_000_000): KeptAnswers =>
    createKeptAnswers({
      directory,
      maxBytes,
      warn: error => {
        throw error
      },
    })
  const files = () => fs.readdirSync(directory)
  const bodyOf = async (kept: KeptAnswers, key: string) => (await kept.get(key))?.body.toString()

  it('outlive the process, and go with what was taken back', async () => {
    const first = open()
    first.put(answer('/a', 'نتيجة'), nextMoment())
    first.put(answer('/b', 'خبر', { tags: ['news'] }), nextMoment())
    await first.settled()
    const second = open()
    expect(await bodyOf(second, '/a')).toBe('نتيجة')
    second.withdraw(['results'])
    expect(await bodyOf(second, '/a')).toBeUndefined()
    await second.settled()
    expect(files()).toHaveLength(1)
    expect(await bodyOf(open(), '/b')).toBe('خبر')
  })

  it('are not written after a withdrawal that overtook their packing', async () => {
    const kept = open(10_000_000)
    await kept.settled()
    kept.put(answer('/a', randomBytes(4_000_000)), nextMoment())
    await new Promise(setImmediate)
    kept.withdraw(['results'])
    await kept.settled()
    expect(files()).toEqual([])
    expect(await kept.get('/a')).toBeUndefined()
  })

  it('are not kept when they were read before a withdrawal', async () => {
    const kept = open()
    const asOf = nextMoment()
    kept.withdraw(['results'])
    kept.put(answer('/a', 'مخفية'), asOf)
    kept.put(answer('/b', 'خبر', { tags: ['news'] }), asOf)
    await kept.settled()
    expect(await kept.get('/a')).toBeUndefined()
    expect(await bodyOf(kept, '/b')).toBe('خبر')
  })

  it('are removed by a round that has not met them, also those that come late', async () => {
    const before = open()
    before.put(answer('/gone', 'مخفية'), nextMoment())
    before.put(answer('/there', 'نتيجة'), nextMoment())
    await before.settled()
    const kept = open()
    const late = nextMoment()
    const began = kept.beginRound()
    kept.put(answer('/there', 'نتيجة'), nextMoment())
    kept.sweep(began)
    kept.put(answer('/late', 'مخفية'), late)
    await kept.settled()
    expect(await kept.get('/gone')).toBeUndefined()
    expect(await kept.get('/late')).toBeUndefined()
    expect(await bodyOf(kept, '/there')).toBe('نتيجة')
    expect(files()).toHaveLength(1)
  })

  it('are there while they are written, also where the round has swept what was there before', async () => {
    const kept = open(10_000_000)
    kept.put(answer('/a', randomBytes(1_000_000)), nextMoment())
    await kept.settled()
    const began = kept.beginRound()
    const newer = randomBytes(1_000_000)
    kept.put(answer('/a', newer), nextMoment())
    kept.sweep(began)
    const isThere = async () => (await kept.get('/a'))?.body.equals(newer) === true
    for (const until = performance.now() + 200; performance.now() < until; await new Promise(setImmediate))
      expect(await isThere()).toBe(true)
    await kept.settled()
    expect(await isThere()).toBe(true)
  })

  it('are written again when only what stands beside their body is another', async () => {
    const before = open()
    before.put(answer('/a', 'نتيجة', { headers: { build: '1' } }), nextMoment())
    await before.settled()
    const kept = open()
    await kept.get('/a')
    kept.put(answer('/a', 'نتيجة', { headers: { build: '2' } }), nextMoment())
    await kept.settled()
    expect((await open().get('/a'))?.headers).toEqual({ build: '2' })
  })

  it('are renewed where they are, and nobody adds to them by asking', async () => {
    const kept = open()
    kept.put(answer('/a', 'قديم'), nextMoment())
    kept.renew(answer('/a', 'جديد'), nextMoment())
    kept.renew(answer('/a?page=7', 'لا أحد'), nextMoment())
    await kept.settled()
    expect(await bodyOf(kept, '/a')).toBe('جديد')
    expect(files()).toHaveLength(1)
  })

  it('make room for what a round meets first, not for what it meets last', async () => {
    const body = () => randomBytes(10_000)
    const kept = open(45_000)
    kept.put(answer('/old', body()), nextMoment())
    await kept.settled()
    kept.beginRound()
    for (const key of ['/', '/results', '/stage', '/sheet', '/last']) {
      kept.put(answer(key, body()), nextMoment())
      await kept.settled()
    }
    expect(kept.isFull()).toBe(true)
    const there: string[] = []
    for (const key of ['/old', '/', '/results', '/stage', '/sheet', '/last'])
      if (await kept.get(key)) there.push(key)
    expect(there).toEqual(['/', '/results', '/stage', '/sheet'])
    kept.beginRound()
    expect(kept.isFull()).toBe(false)
    for (const key of ['/', '/results', '/stage']) expect(kept.meet(key)).toBe(true)
    kept.put(answer('/last', body()), nextMoment())
    await kept.settled()
    expect(await kept.get('/sheet')).toBeUndefined()
    expect(await kept.get('/last')).toBeDefined()
  })

  it('are not read whole before anybody asks for them, and what is not whole is thrown away', async () => {
    fs.writeFileSync(path.join(directory, 'cut.answer'), 'no head')
    fs.writeFileSync(path.join(directory, 'x.answer.1.part'), '{}')
    const kept = open()
    expect(await kept.get('/cut')).toBeUndefined()
    expect(files()).toEqual([])
  })
})
