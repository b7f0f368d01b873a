import { beforeEach, expect, it, vi } from 'vitest'
import { makeDevice } from '#test/device.ts'
import type { Device } from '#test/device.ts'
import { limits } from '#contract/limits.ts'
import { changeItem, keep, readShelf } from '#web/shelf/shelf.ts'
import type { ShelfFacts } from '#web/shelf/shelf-item.ts'
import { renewShelf } from './shelf-renew.ts'

const held = vi.hoisted(() => ({ device: undefined as Device | undefined }))
vi.mock('#web/shelf/shelf-database.ts', () => ({
  within: (...args: never[]) => Reflect.apply(held.device?.database.within ?? (() => {}), undefined, args),
  piecesOf: (sha256: string) => sha256,
}))

const hash = (letter: string) => letter.repeat(64)
const fileOf = (letter: string) => ({
  url: `/files/${hash(letter)}/a.pdf`,
  name: 'a.pdf',
  size: 1,
  type: 'application/pdf',
})
const facts: ShelfFacts = {
  id: 'book:a',
  kind: 'book',
  title: 'كتاب',
  about: '',
  subject: 'MATH',
  page: '/books/a',
  files: [{ ...fileOf('a'), sha256: hash('a') }],
}

/** The file that the site has for the book now; none when the book left; no line when undefined. */
let now: string | null | undefined

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://rafid.example'))
  held.device = makeDevice()
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22), toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => {
    if (now === undefined) throw new TypeError('no line')
    if (now === null) return new Response('', { status: 404 })
    const record = { id: 'a', title: 'كتاب', subject: 'MATH', stage: 'SIXTH_PRIMARY', releaseYear: 2026 }
    return Response.json({ data: { ...record, file: fileOf(now) } })
  })
  await keep([facts])
  await changeItem(facts.id, () => ({ state: 'kept' }))
})

/** Which file is offered in place of the one that is kept, a day later. */
async function offered(): Promise<string | undefined> {
  vi.setSystemTime(Date.now() + limits.shelfUpdateCheckMs + 1)
  await renewShelf()
  return (await readShelf()).items[0]?.newer?.files[0]?.sha256[0]
}

it('offers what a record became, and takes it back when it is as it was', async () => {
  now = 'b'
  expect(await offered()).toBe('b')
  now = 'a'
  expect(await offered()).toBeUndefined()
})

it('asks again at the next visit what could not be asked, also after the clock was ahead', async () => {
  now = undefined
  expect(await offered()).toBeUndefined()
  now = 'b'
  await renewShelf()
  expect((await readShelf()).items[0]?.newer).toBeDefined()
  vi.setSystemTime(Date.UTC(2026, 10, 22))
  now = 'c'
  await renewShelf()
  expect((await readShelf()).items[0]?.newer?.files[0]?.sha256).toBe(hash('c'))
})

it('leaves what left the site as it is', async () => {
  now = 'b'
  expect(await offered()).toBe('b')
  now = null
  expect(await offered()).toBeUndefined()
  expect((await readShelf()).items[0]?.state).toBe('kept')
})
