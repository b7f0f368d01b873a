import { createHash } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeDevice } from '#test/device.ts'
import type { Device } from '#test/device.ts'
import { keep, readShelf, remove } from '#web/shelf/shelf.ts'
import type { ShelfFacts, ShelfItem } from '#web/shelf/shelf-item.ts'
import { work } from './download.ts'
import { scope } from './scope.ts'

const held = vi.hoisted(() => ({ device: undefined as Device | undefined }))
vi.mock('#web/shelf/shelf-database.ts', () => ({
  within: (...args: never[]) => Reflect.apply(held.device?.database.within ?? (() => {}), undefined, args),
  piecesOf: (sha256: string) => sha256,
}))

const origin = 'https://rafid.example'
const bytes = Buffer.from('كتاب كامل بكل صفحاته')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const file = {
  sha256,
  url: `/files/${sha256}/book.pdf`,
  name: 'book.pdf',
  size: bytes.length,
  type: 'application/pdf',
}
const newer = { ...file, sha256: 'b'.repeat(64), url: `/files/${'b'.repeat(64)}/book.pdf` }

function book(name: string, change: Partial<ShelfFacts> = {}): ShelfFacts {
  const facts = { id: `book:${name}`, kind: 'book', title: name, about: '', subject: null } as const
  return { ...facts, page: `/books/${name}`, files: [file], ...change }
}

/** A light copy of the file; it may be what came in its place. */
const light = { ...newer, of: sha256 }

/** What the site answers; an address that is missing here has no line. */
let answers: Record<string, () => Response | Promise<Response>>
const pageOf = (text: string) =>
  new Response(`<title>رافد | ${text}</title>`, { headers: { 'content-type': 'text/html' } })
const page = () => pageOf('كتاب')
const cachedPage = async () => {
  const cache = await caches.open('pages')
  return (await cache.match(`${origin}/books/a`))?.text()
}
const partFrom = (init?: RequestInit) =>
  Number(/\d+/.exec(new Headers(init?.headers).get('range') ?? '0')?.[0] ?? 0)

beforeEach(() => {
  vi.stubGlobal('location', new URL(origin))
  held.device = makeDevice()
  scope.shell = { assets: [], first: [] }
  Object.defineProperty(navigator, 'storage', {
    value: { estimate: async () => ({ quota: 1e9, usage: 0 }) },
    configurable: true,
  })
  answers = {
    '/books/a': page,
    [file.url]: () => new Response(bytes),
    [newer.url]: () => new Response('', { status: 404 }),
  }
  vi.stubGlobal('fetch', async (asked: Request | string, init?: RequestInit) => {
    const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, origin)
    const aborted = new Promise<never>((_, reject) => {
      const fail = () => reject(new DOMException('given up', 'TimeoutError'))
      if (init?.signal?.aborted) fail()
      init?.signal?.addEventListener('abort', fail)
    })
    aborted.catch(() => {})
    const answer = await Promise.race([answers[pathname]?.(), aborted])
    if (!answer) throw new TypeError('no line')
    const from = partFrom(init)
    if (from === 0 || answer.status !== 200) return answer
    return new Response(bytes.subarray(from), { status: 206 })
  })
})

const states = async () => (await readShelf()).items.map(({ id, state }) => `${id} ${state}`)

it('keeps what came with its page, and nothing before it', async () => {
  delete answers['/books/a']
  await keep([book('a')])
  await work()
  expect(await states()).toEqual(['book:a wanted'])
  answers['/books/a'] = page
  await work()
  expect(await states()).toEqual(['book:a kept'])
  expect(await held.device?.cached('pages')).toEqual([`${origin}/books/a`])
})

it('says of a record that left the site that it is not to be had', async () => {
  answers['/books/a'] = () => new Response('', { status: 404 })
  await keep([book('a')])
  await work()
  expect(await states()).toEqual(['book:a failed'])
})

it('loads anew what was taken off while its bytes were proven, and put back', async () => {
  await keep([book('a')])
  const read = Blob.prototype.arrayBuffer
  const proving = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementationOnce(async function (this: Blob) {
    await remove('book:a')
    return read.call(this)
  })
  await work()
  proving.mockRestore()
  expect(held.device?.rows('files')).toEqual([])
  await keep([book('a')])
  await work()
  expect(await states()).toEqual(['book:a kept'])
  expect(held.device?.rows('pieces')).toHaveLength(1)
})

it('renews the page of what is taken anew, and keeps the old one until the new one comes', async () => {
  await keep([book('a')])
  await work()
  answers['/books/a'] = () => new Response('', { status: 500 })
  await keep([book('a', { files: [newer] })])
  await work()
  expect(await states()).toEqual(['book:a wanted'])
  expect(await cachedPage()).toContain('كتاب')
  answers['/books/a'] = () => pageOf('طبعة جديدة')
  await work()
  expect(await cachedPage()).toContain('طبعة جديدة')
})

it('has the page of what comes with files that are there already', async () => {
  answers['/books/b'] = () => pageOf('كتاب آخر')
  await keep([book('a')])
  await work()
  await keep([book('b')])
  await work()
  expect((await states()).toSorted()).toEqual(['book:a kept', 'book:b kept'])
  expect(await held.device?.cached('pages')).toContain(`${origin}/books/b`)
})

it('gives up a page that does not come in time, and goes on with the next thing', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
  answers['/books/b'] = page
  answers['/books/a'] = () => new Promise<never>(() => {})
  await keep([book('a'), book('b')])
  await work()
  expect((await states()).toSorted()).toEqual(['book:a wanted', 'book:b kept'])
})

it('loads a plain download before what waits for longer, without asking for a page', async () => {
  const asked: string[] = []
  const first = { ...file, sha256: 'c'.repeat(64), url: `/files/${'c'.repeat(64)}/pack.pdf` }
  answers['/books/b'] = () => new Response('', { status: 500 })
  answers[first.url] = () => (asked.push('pack'), new Response('', { status: 404 }))
  answers[file.url] = () => (asked.push('plain'), new Response(bytes))
  await keep([book('a', { files: [first] })])
  await keep([book('b', { id: `file:${sha256}`, kind: 'file' })])
  await work()
  expect(asked).toEqual(['plain', 'pack'])
  expect((await states()).toSorted()).toEqual(['book:a failed', `file:${sha256} kept`])
})

it('takes nothing for kept that became something else while it was loaded', async () => {
  answers[file.url] = async () => {
    await keep([book('a', { files: [newer] })])
    return new Response(bytes)
  }
  await keep([book('a')])
  await work()
  expect(await states()).toEqual(['book:a failed'])
})

it('leaves a file that is kept whole as it is when a light copy of it appears', async () => {
  await keep([book('a')])
  await work()
  await keep([book('a', { title: 'كتاب آخر', files: [light] })])
  await work()
  const { items, files } = await readShelf()
  expect(items).toMatchObject([{ title: 'كتاب آخر', state: 'kept', files: [{ sha256 }] }])
  expect([...files.values()]).toMatchObject([{ sha256, isWhole: true }])
})

it('leaves a kept light copy as it is when only the whole file is offered', async () => {
  const copy = { ...file, of: 'c'.repeat(64) }
  await keep([book('a', { files: [copy] })])
  await work()
  await keep([book('a', { files: [{ ...newer, sha256: copy.of }] })])
  const { items, files } = await readShelf()
  expect(items).toMatchObject([{ state: 'kept', files: [copy] }])
  expect(files.get(sha256)?.isWhole).toBe(true)
})

it('takes no light copy for kept that came in the place of a file that another thing keeps', async () => {
  answers['/books/b'] = page
  await keep([book('b')])
  await work()
  answers['/books/a'] = async () => {
    await keep([book('a', { files: [light] })])
    return page()
  }
  await keep([book('a')])
  await work()
  expect((await states()).toSorted()).toEqual(['book:a failed', 'book:b kept'])
})

it('loads what is called kept and lacks its bytes, and says so until they are there', async () => {
  await keep([book('a')])
  await work()
  const [item] = (await readShelf()).items
  const copy = { ...file, of: newer.sha256 }
  /* Written down as its light copy, of which nothing was loaded: so an older site left it. */
  await remove('book:a')
  await held.device?.database.within(['items'], 'readwrite', ({ items }) =>
    items.put({ ...item, files: [copy] } as ShelfItem),
  )
  answers[file.url] = async () => {
    expect(await states()).toEqual(['book:a wanted'])
    return new Response(bytes)
  }
  await work()
  const { items, files } = await readShelf()
  expect(items).toMatchObject([{ state: 'kept', files: [copy] }])
  expect(files.get(sha256)?.isWhole).toBe(true)
})

it('asks for nothing again that is kept whole', async () => {
  await keep([book('a')])
  await work()
  answers = {}
  await work()
  expect(await states()).toEqual(['book:a kept'])
})
