import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeDevice } from '#test/device.ts'
import type { Device } from '#test/device.ts'
import { changeItem, keep, readShelf, remove } from '#web/shelf/shelf.ts'
import type { ShelfFacts, ShelfState } from '#web/shelf/shelf-item.ts'
import { attachDownload } from './download.ts'

const held = vi.hoisted(() => ({
  device: undefined as Device | undefined,
  said: [] as string[],
  reads: 0,
  /** So long bytes are on their way out of the storage. */
  bytesRead: Promise.resolve(),
  worker: async (): Promise<void> => {},
}))
vi.mock('#web/shelf/shelf-database.ts', () => ({
  within: async (...args: unknown[]) => {
    if (args[1] === 'readonly' && String(args[0]) === 'items,files') held.reads += 1
    const answer: unknown = await Reflect.apply(held.device?.database.within ?? (() => {}), undefined, args)
    if (String(args[0]) === 'pieces') await held.bytesRead
    return answer
  },
  piecesOf: (sha256: string) => sha256,
}))
vi.mock('#web/shelf/worker-line.ts', () => ({ canKeep: () => true, tellWorker: () => held.worker() }))
vi.mock('./shelf-mark.ts', () => ({ attachShelfMark: () => {} }))
vi.mock('./keep.ts', () => ({
  say: (text: string) => held.said.push(text),
  tellPage: () => document.dispatchEvent(new Event('shelf')),
}))

const sha256 = 'a'.repeat(64)
const size = 100
const id = `file:${sha256}`
const file = { sha256, url: `/files/${sha256}/x.pdf`, name: 'x.pdf', size, type: 'application/pdf' }
const facts: ShelfFacts = {
  id,
  kind: 'file',
  title: 'كتاب',
  about: 'ملف',
  subject: null,
  page: '/books/a',
  files: [file],
}

/** What was given to the browser: whole bytes, or the link as it is. */
let given: string[]
const page = new EventTarget()
const links: Link[] = []

class Link extends EventTarget {
  href = `https://rafid.example${file.url}`
  download = 'x.pdf'
  isConnected = true
  dataset: Record<string, string> = { bytes: String(size), type: file.type, name: 'كتاب' }
  style = { setProperty: () => {} }
  role = ''
  querySelector = () => null
  setAttribute = (_name: string, role: string) => void (this.role = role)
  getAttribute = () => this.role
  removeAttribute = () => void (this.role = '')
  press = (type: string, more: object) => {
    const event = Object.assign(new Event(type, { cancelable: true }), more)
    this.dispatchEvent(event)
    return event
  }
  click = (detail = 0) => {
    const event = new Event('click', { cancelable: true })
    Object.defineProperty(event, 'detail', { value: detail })
    this.dispatchEvent(event)
    return event
  }
}

function openLink(): Link {
  const link = new Link()
  links.push(link)
  attachDownload(link as unknown as HTMLAnchorElement)
  return link
}

/** What the worker has loaded so far. */
async function load(bytes: number, state?: ShelfState): Promise<void> {
  await held.device?.database.within(['files', 'pieces'], 'readwrite', async ({ files, pieces }) => {
    await files.put({ ...file, received: bytes, isWhole: bytes === size })
    await pieces.put({ sha256, start: 0, bytes: new Blob([new Uint8Array(bytes)]) })
  })
  if (state) await changeItem(id, () => ({ state }))
  page.dispatchEvent(new Event('shelf'))
}

const stateNow = async () => (await readShelf()).items.find(each => each.id === id)?.state ?? 'none'
/** All that was to be painted has been. */
const settled = () => vi.advanceTimersByTimeAsync(1000)

beforeEach(() => {
  vi.useFakeTimers()
  held.device = makeDevice()
  held.said.length = 0
  held.worker = async () => {}
  given = []
  const createElement = () => {
    const made = {
      href: '',
      click: () => given.push(made.href.replace(/^blob:.*/, 'whole')),
      remove: () => {},
    }
    return made
  }
  vi.stubGlobal('document', Object.assign(page, { createElement, body: { append: () => {} } }))
  vi.stubGlobal('location', new URL('https://rafid.example/books/a'))
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
})
afterEach(async () => {
  for (const link of links.splice(0)) link.isConnected = false
  await remove(id)
  page.dispatchEvent(new Event('shelf'))
  await settled()
  vi.useRealTimers()
})

it('hands a file over once, however many links wait for it', async () => {
  await keep([facts])
  const [link] = [openLink(), openLink()]
  await settled()
  let release = () => {}
  held.bytesRead = new Promise(resolve => (release = resolve))
  await load(size)
  await settled()
  release()
  await settled()
  expect(given).toEqual(['whole'])
  expect(await stateNow()).toBe('none')
  expect(link?.dataset['state']).not.toBe('wanted')
})

it('does not download again what came while the worker was started', async () => {
  let fail = () => {}
  held.worker = () => new Promise((_, reject) => (fail = () => reject(new Error('late'))))
  const link = openLink()
  link.click()
  await vi.advanceTimersByTimeAsync(10)
  await load(size)
  await settled()
  fail()
  await settled()
  expect(given).toEqual(['whole'])
})

it('leaves a file to the browser whose worker does not start, or that has no room for it', async () => {
  held.worker = () => new Promise(() => {})
  const link = openLink()
  link.click()
  await vi.advanceTimersByTimeAsync(4000)
  expect(given).toEqual([link.href])
  expect(await stateNow()).toBe('none')
  held.device?.failNext('items')
  link.click()
  await settled()
  expect(given).toEqual([link.href, link.href])
})

it('remembers the folder that a file was taken from, and no exam number', async () => {
  for (const [search, page] of [
    ['?path=%D9%83%D8%B1%D9%83%D9%88%D9%83', '/results/a?path=%D9%83%D8%B1%D9%83%D9%88%D9%83'],
    ['?q=252341087', '/results/a'],
  ]) {
    vi.stubGlobal('location', new URL(`https://rafid.example/results/a${search}`))
    openLink().click()
    await settled()
    expect((await readShelf()).items[0]?.page).toBe(page)
    await remove(id)
  }
})

it('keeps what has come when it cannot be gone on with', async () => {
  await keep([facts])
  await load(40, 'paused')
  held.worker = () => Promise.reject(new Error('no worker'))
  const link = openLink()
  await settled()
  link.click()
  await settled()
  expect(given).toEqual([link.href])
  expect(await stateNow()).toBe('paused')
  expect(held.device?.rows('pieces')).toHaveLength(1)
})

it('begins nothing anew when a download cannot be held', async () => {
  await keep([facts])
  await load(40)
  const link = openLink()
  await settled()
  held.device?.failNext('items')
  link.click()
  await settled()
  expect(given).toEqual([])
  expect(held.said).toEqual([expect.stringContaining('تعذر إيقاف')])
  expect(await stateNow()).toBe('wanted')
})

it('speaks of room only where there is none', async () => {
  for (const [state, words] of [
    ['failed', 'تعذر تنزيل'],
    ['full', 'لا يتسع متصفحك'],
  ] as const) {
    const link = openLink()
    link.click()
    await settled()
    await load(10, state)
    await settled()
    expect(held.said.splice(0)).toEqual([expect.stringContaining(words)])
  }
})

it('hands nothing over that was taken off the shelf and kept for something else', async () => {
  openLink().click()
  await settled()
  await remove(id)
  page.dispatchEvent(new Event('shelf'))
  await settled()
  await keep([{ ...facts, id: 'book:a', kind: 'book' }])
  await load(size)
  await settled()
  expect(given).toEqual([])
})

it('hands over at the next visit what became whole without an open page', async () => {
  await keep([facts])
  await load(size, 'kept')
  const link = openLink()
  await settled()
  expect(given).toEqual(['whole'])
  expect(await stateNow()).toBe('none')
  expect(link.dataset['state']).toBe('kept')
})

it('reads the shelf once for all links of a page, and none for those that left it', async () => {
  const all = Array.from({ length: 5 }, openLink)
  await settled()
  held.reads = 0
  page.dispatchEvent(new Event('shelf'))
  await settled()
  expect(held.reads).toBe(1)
  for (const link of all) link.isConnected = false
  page.dispatchEvent(new Event('shelf'))
  await settled()
  expect(held.reads).toBe(1)
})

it('takes a double press for one, and the space bar for a press of what is a button now', async () => {
  const link = openLink()
  expect(link.press('keydown', { key: ' ' }).defaultPrevented).toBe(false)
  link.click(1)
  await settled()
  expect(link.click(2).defaultPrevented).toBe(true)
  await settled()
  expect(await stateNow()).toBe('wanted')
  expect(link.press('keydown', { key: ' ' }).defaultPrevented).toBe(true)
  await settled()
  expect(await stateNow()).toBe('paused')
})

it('stays a link where few bytes are asked for and there is no worker yet', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true }, serviceWorker: { controller: null } })
  expect(openLink().click().defaultPrevented).toBe(false)
  vi.stubGlobal('navigator', { connection: { saveData: true }, serviceWorker: { controller: {} } })
  expect(openLink().click().defaultPrevented).toBe(true)
})
