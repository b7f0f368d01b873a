import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { nextMoment } from '#server/base/moments.ts'
import { PageCache } from './page-cache.ts'
import type { HeldPages, RenderedPage } from './page-cache.ts'

const freshMs = 60_000
const page = (body: string, status = 200): RenderedPage => ({ status, type: 'text/html', body })

function openCache(maxBytes = 1_000_000) {
  const clock = { nowMs: 0 }
  return { clock, cache: new PageCache({ maxBytes, freshMs, now: () => clock.nowMs }) }
}

function waitingRender(body: string) {
  let finish: () => void = () => {}
  const gate = new Promise<void>(resolve => {
    finish = resolve
  })
  return {
    finish,
    render: async () => {
      await gate
      return page(body)
    },
  }
}

describe('the page cache', () => {
  it('makes an encoding when it is first asked for, of the same text, and counts its bytes once', async () => {
    const { cache } = openCache()
    const text = 'كتب الصف السادس '.repeat(200)
    const ready = await cache.load('/books', ['books'], async () => page(text))
    expect(ready.bytes.identity.toString()).toBe(text)
    expect(ready.bytes.br).toBeUndefined()
    const plain = cache.size
    await Promise.all(Array.from({ length: 5 }, () => cache.encode('/books', ready, 'br')))
    const { br, gzip } = cache.findFresh('/books')?.bytes ?? {}
    expect(zlib.brotliDecompressSync(br ?? '').toString()).toBe(text)
    expect(gzip).toBeUndefined()
    expect(cache.size).toBe(plain + (br?.length ?? 0))
    await cache.encode('/books', ready, 'gzip')
    const packed = cache.findFresh('/books')?.bytes.gzip
    expect(zlib.gunzipSync(packed ?? '').toString()).toBe(text)
    expect(cache.size).toBe(plain + (br?.length ?? 0) + (packed?.length ?? 0))
  })

  it('compresses once for all who ask at the same time', async () => {
    const { cache } = openCache()
    const ready = await cache.load('/', [], async () => page('نص'.repeat(500)))
    const packed = await Promise.all(
      Array.from({ length: 20 }, async () => (await cache.encode('/', ready, 'br')).bytes.br),
    )
    expect(new Set(packed).size).toBe(1)
  })

  it('does not count an encoding of a page that it has let go of', async () => {
    const { cache, clock } = openCache()
    const old = await cache.load('/', [], async () => page('قديم'))
    clock.nowMs = freshMs
    await cache.load('/', [], async () => page('جديد'))
    const { size } = cache
    await cache.encode('/', old, 'br')
    expect(cache.size).toBe(size)
  })

  it('gives equal pages equal ETags and different pages different ones', async () => {
    const { cache } = openCache()
    const [a, b, c] = await Promise.all([
      cache.load('/a', [], async () => page('نص')),
      cache.load('/b', [], async () => page('نص')),
      cache.load('/c', [], async () => page('نص آخر')),
    ])
    expect(a.etag).toBe(b.etag)
    expect(a.etag).not.toBe(c.etag)
  })

  it('renders once for all who ask at the same time', async () => {
    const { cache } = openCache()
    let renders = 0
    const render = async () => {
      renders += 1
      return page('ص')
    }
    await Promise.all(Array.from({ length: 50 }, () => cache.load('/', [], render)))
    expect(renders).toBe(1)
  })

  it('keeps the bytes of a page that would be drawn from the same, for ten minutes', async () => {
    const { cache, clock } = openCache()
    let drawn = 0
    const load = (source: string) =>
      cache.load('/books', ['books'], async lastOf => {
        const last = lastOf(source)
        if (last) return last
        drawn += 1
        return page(`${source} ${drawn}`)
      })
    const first = await load('كتاب')
    await cache.encode('/books', first, 'br')
    cache.drop(['books'])
    expect((await load('كتاب')).bytes).toBe(first.bytes)
    const fresh = cache.findFresh('/books')
    expect(fresh?.bytes.br).toBeDefined()
    expect(cache.size).toBe(first.bytes.identity.length + (first.bytes.br?.length ?? 0) + 2 * 6 + 1024)
    const other = await load('كتاب آخر')
    expect(other.bytes.identity.toString()).toBe('كتاب آخر 2')
    expect((await load('كتاب')).bytes.identity.toString()).toBe('كتاب 3')
    clock.nowMs = 10 * 60_000 - 1
    await load('كتاب')
    expect(drawn).toBe(3)
    clock.nowMs += 1
    await load('كتاب')
    expect(drawn).toBe(4)
  })

  it('draws a page again that was a passing one', async () => {
    const { cache } = openCache()
    let drawn = 0
    const load = () =>
      cache.load('/books', ['books'], async lastOf => {
        const last = lastOf('كتاب')
        if (last) return last
        drawn += 1
        return { ...page('كتاب'), isPassing: drawn === 1 }
      })
    await load()
    await load()
    await load()
    expect(drawn).toBe(2)
  })

  it('is fresh for its time only, and keeps the last good copy after it', async () => {
    const { cache, clock } = openCache()
    await cache.load('/', [], async () => page('قديم'))
    clock.nowMs = freshMs - 1
    expect(cache.findFresh('/')).toBeDefined()
    clock.nowMs = freshMs
    expect(cache.findFresh('/')).toBeUndefined()
    expect(cache.findAny('/')?.bytes.identity.toString()).toBe('قديم')
  })

  it('drops the pages with a tag and no others', async () => {
    const { cache } = openCache()
    await cache.load('/books', ['books'], async () => page('كتب'))
    await cache.load('/news', ['news'], async () => page('أخبار'))
    cache.drop(['books', 'exams'])
    expect(cache.findFresh('/books')).toBeUndefined()
    expect(cache.findFresh('/news')).toBeDefined()
  })

  it('does not keep a render that a change overtook, nor let anybody join it', async () => {
    const { cache } = openCache()
    const old = waitingRender('قبل')
    const first = cache.load('/books', ['books'], old.render)
    cache.drop(['books'])
    const second = cache.load('/books', ['books'], async () => page('بعد'))
    expect((await second).bytes.identity.toString()).toBe('بعد')
    old.finish()
    await first
    expect(cache.findFresh('/books')?.bytes.identity.toString()).toBe('بعد')
  })

  it('lets a page that is leaving answer no longer than until another change of what it shows', async () => {
    const { cache } = openCache()
    const leaving = { isLeaving: () => true, forMs: 2_000 }
    await cache.load('/', ['results', 'settings'], async () => page('قديم'))
    cache.drop(['results'], leaving)
    cache.drop(['news'])
    expect(cache.findFresh('/')?.bytes.identity.toString()).toBe('قديم')
    cache.drop(['settings'])
    expect(cache.findFresh('/')).toBeUndefined()
  })

  it('puts no page in its place that a change has overtaken while it was held', async () => {
    const { cache } = openCache()
    const held: HeldPages = new Map()
    await cache.load('/', ['results', 'settings'], async () => page('قديم'), held)
    await cache.load('/results', ['results'], async () => page('النتائج'), held)
    cache.drop(['settings'])
    cache.swap(held)
    expect(cache.findFresh('/')).toBeUndefined()
    expect(cache.findFresh('/results')).toBeDefined()
  })

  it('has no last good copy of what was taken back', async () => {
    const { cache } = openCache()
    await cache.load('/sheet', ['results'], async () => page('مخفية'))
    await cache.load('/news', ['news'], async () => page('خبر'))
    cache.drop(['results', 'withdrawals'], { isLeaving: () => false, forMs: 2_000 })
    expect(cache.findAny('/sheet')).toBeUndefined()
    expect(cache.findAny('/news')).toBeDefined()
    await cache.load('/sheet', ['results'], async () => page('بعد'))
    expect(cache.findAny('/sheet')).toBeDefined()
  })

  it('forgets what a change made stale and nobody has made again', async () => {
    const { cache } = openCache()
    for (const key of ['/gone', '/there']) await cache.load(key, ['results'], async () => page(key))
    cache.drop(['results', 'gap'])
    const began = nextMoment()
    await cache.load('/there', ['results'], async () => page('بعد'))
    cache.sweep('results', began)
    expect([...cache.keys()]).toEqual(['/there'])
  })

  it('keeps neither missing pages nor failures', async () => {
    const { cache } = openCache()
    await cache.load('/x', [], async () => page('غير موجود', 404))
    await cache.load('/y', [], async () => page('خطأ', 500))
    expect(cache.findAny('/x')).toBeUndefined()
    expect(cache.findAny('/y')).toBeUndefined()
    expect(cache.size).toBe(0)
  })

  it('keeps the good copy when a later render fails', async () => {
    const { cache, clock } = openCache()
    await cache.load('/', [], async () => page('سليم'))
    clock.nowMs = freshMs
    await cache.load('/', [], async () => page('خطأ', 503))
    expect(cache.findAny('/')?.bytes.identity.toString()).toBe('سليم')
  })

  it('tells a page that has only aged from one that a change has made stale', async () => {
    const { cache, clock } = openCache()
    await cache.load('/books', ['books'], async () => page('كتب'))
    clock.nowMs = freshMs + 1
    expect(cache.isAged('/books')).toBe(true)
    cache.drop(['books'])
    expect(cache.isAged('/books')).toBe(false)
    await cache.load('/books', ['books'], async () => page('كتب'))
    clock.nowMs += 60 * freshMs
    expect(cache.isAged('/books')).toBe(false)
  })

  it('lets go of the last good copy when the page is gone', async () => {
    const { cache, clock } = openCache()
    await cache.load('/x', [], async () => page('سليم'))
    clock.nowMs = freshMs
    await cache.load('/x', [], async () => page('غير موجود', 404))
    expect(cache.findAny('/x')).toBeUndefined()
    expect(cache.size).toBe(0)
  })

  it('pauses after a failure, until its time is over or something changes', async () => {
    const { cache, clock } = openCache()
    await cache.load('/', ['books'], async () => page('سليم'))
    const fail = () => cache.load('/', ['books'], async () => page('خطأ', 503))
    await fail()
    expect(cache.isPaused('/')).toBe(true)
    clock.nowMs += 5_000
    expect(cache.isPaused('/')).toBe(false)
    await fail()
    cache.drop(['books'])
    expect(cache.isPaused('/')).toBe(false)
  })

  it('renders again after a render that threw', async () => {
    const { cache } = openCache()
    const failing = cache.load('/', [], async () => {
      throw new Error('عطل')
    })
    await expect(failing).rejects.toThrow('عطل')
    expect((await cache.load('/', [], async () => page('سليم'))).status).toBe(200)
  })

  it('stays within its bytes by forgetting what was asked for longest ago', async () => {
    const maxBytes = 20_000
    const { cache, clock } = openCache(maxBytes)
    const body = 'ا'.repeat(1000)
    await cache.load('/hot', [], async () => page(body))
    for (let index = 0; index < 50; index += 1) {
      await cache.load(`/${index}`, [], async () => page(body))
      clock.nowMs += 500
      cache.findFresh('/hot')
      expect(cache.size).toBeLessThanOrEqual(maxBytes)
    }
    expect(cache.findFresh('/hot')).toBeDefined()
    expect(cache.findAny('/0')).toBeUndefined()
    expect(cache.findFresh('/49')).toBeDefined()
  })

  it('counts a page that replaces another once', async () => {
    const { cache, clock } = openCache()
    await cache.load('/', [], async () => page('نص'))
    const size = cache.size
    clock.nowMs = freshMs
    await cache.load('/', [], async () => page('نص'))
    expect(cache.size).toBe(size)
  })

  it('never keeps a page larger than all of its space', async () => {
    const { cache } = openCache(2000)
    await cache.load('/', [], async () => page('ا'.repeat(5000)))
    expect(cache.size).toBe(0)
  })
})
