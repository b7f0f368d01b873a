import { createHash } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeDevice } from '#test/device.ts'
import type { Device } from '#test/device.ts'
import { keep, readShelf, remove } from '#web/shelf/shelf.ts'
import type { ShelfFacts } from '#web/shelf/shelf-item.ts'
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

function book(name: string, change: Partial<ShelfFacts> = {}): ShelfFacts {
  const facts = { id: `book:${name}`, kind: 'book', title: name, about: '', subject: null } as const
  return { ...facts, page: `/books/${name}`, files: [file], ...change }
}

/** What the site answers; an address that is missing here has no line. */
let answers: Record<string, () => Response | Promise<Response>>
const page = () => new Response('<title>رافد | كتاب</title>', { headers: { 'content-type': 'text/html' } })
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
  answers = { '/books/a': page, [file.url]: () => new Response(bytes) }
  vi.stubGlobal('fetch', async (asked: Request | string, init?: RequestInit) => {
    const { pathname } = new URL(typeof asked === 'string' ? asked : asked.url, origin)
    const answer = await answers[pathname]?.()
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
