import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDigest } from '#contract/digest.ts'
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

function openLink(link = new Link()): Link {
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
  vi.stubGlobal(
    'document',
    Object.assign(page, { createElement, querySelector: () => null, body: { append: () => {} } }),
  )
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
  const all = Array.from({ length: 5 }, () => openLink())
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

it('hands over the light copy that is kept, and says so, where the whole file cannot be asked for', async () => {
  const light = { ...file, sha256: 'b'.repeat(64), name: 'x (نسخة خفيفة).pdf', of: sha256 }
  await keep([{ ...facts, id: 'book:a', kind: 'book', files: [light] }])
  const link = openLink()
  for (const [isWhole, isOnLine, fetched] of [
    [false, true, false],
    [true, true, true],
    [true, true, false],
    [true, false, true],
  ] as const) {
    vi.stubGlobal('navigator', { serviceWorker: { controller: null }, onLine: isOnLine })
    vi.stubGlobal('fetch', async () => (fetched ? new Response() : Promise.reject(new TypeError('no line'))))
    await held.device?.database.within(['files', 'pieces'], 'readwrite', async ({ files, pieces }) => {
      await files.put({ ...light, received: size, isWhole })
      await pieces.put({ sha256: light.sha256, start: 0, bytes: new Blob([new Uint8Array(size)]) })
    })
    link.click()
    await settled()
    const isGiven = isWhole && !(isOnLine && fetched)
    expect(given.splice(0)).toEqual(isGiven ? ['whole'] : [])
    const said = held.said.splice(0).map(text => text.includes('النسخة الخفيفة'))
    expect(said).toEqual(isGiven ? [true] : [])
    expect([await stateNow(), link.dataset['state']]).toEqual(
      isGiven ? ['none', 'free'] : ['wanted', 'wanted'],
    )
    await remove(id)
    page.dispatchEvent(new Event('shelf'))
    await settled()
  }
  await remove('book:a')
})

it('hands over the light copy for a download that is held too, which stays held', async () => {
  const light = { ...file, sha256: 'b'.repeat(64), name: 'x (نسخة خفيفة).pdf', of: sha256 }
  await keep([{ ...facts, id: 'book:a', kind: 'book', files: [light] }, facts])
  await held.device?.database.within(['files', 'pieces'], 'readwrite', async ({ files, pieces }) => {
    await files.put({ ...light, received: size, isWhole: true })
    await pieces.put({ sha256: light.sha256, start: 0, bytes: new Blob([new Uint8Array(size)]) })
  })
  await load(40, 'paused')
  const link = openLink()
  for (const [onLine, expected] of [
    [false, [['whole'], 'paused', 'paused']],
    [true, [[], 'wanted', 'wanted']],
  ] as const) {
    vi.stubGlobal('navigator', { serviceWorker: { controller: null }, onLine })
    vi.stubGlobal('fetch', async () => new Response())
    link.click()
    await settled()
    expect([given.splice(0), await stateNow(), link.dataset['state']]).toEqual(expected)
  }
  await remove('book:a')
})

it('stays a link where few bytes are asked for and there is no worker yet', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true }, serviceWorker: { controller: null } })
  expect(openLink().click().defaultPrevented).toBe(false)
  vi.stubGlobal('navigator', { connection: { saveData: true }, serviceWorker: { controller: {} } })
  expect(openLink().click().defaultPrevented).toBe(true)
})

describe('a file that is made when it is asked for', () => {
  const madeId = 'file:/ministerial/preview/a/pages.pdf'
  const madeName = 'أسئلة الفيزياء.pdf'
  const told = {
    'repr-digest': formatDigest(sha256),
    'content-length': String(size),
    'content-type': file.type,
    'content-disposition': `attachment; filename="x.pdf"; filename*=UTF-8''${encodeURIComponent(madeName)}`,
  }
  const openMade = () => {
    const link = new Link()
    link.href = 'https://rafid.example/ministerial/preview/a/pages.pdf'
    link.download = ''
    link.dataset = { made: '', name: 'أسئلة الفيزياء' }
    return openLink(link)
  }
  const itemNow = async () => (await readShelf()).items.find(each => each.id === madeId)
  afterEach(() => remove(madeId))

  it('is asked for its size, its name and its SHA-256 by the first press alone, and then comes in pieces', async () => {
    const asked: string[] = []
    let answer = () => {}
    vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
      asked.push(`${method} ${address}`)
      await new Promise<void>(resolve => (answer = resolve))
      return new Response(null, { headers: told })
    })
    const link = openMade()
    await settled()
    expect(asked).toEqual([])
    link.click()
    await settled()
    expect(link.dataset['state']).toBe('wanted')
    link.click()
    answer()
    await settled()
    expect(asked).toEqual(['HEAD /ministerial/preview/a/pages.pdf'])
    expect((await itemNow())?.files).toEqual([
      { ...file, name: madeName, url: '/ministerial/preview/a/pages.pdf' },
    ])
    expect((await itemNow())?.state).toBe('wanted')
    link.click()
    await settled()
    expect((await itemNow())?.state).toBe('paused')
    link.click()
    await load(size)
    await settled()
    expect(given).toEqual(['whole'])
    expect(asked).toHaveLength(1)
    expect(await itemNow()).toBeUndefined()
  })

  it('is downloaded as links do it where too little is told of it, or nothing', async () => {
    const answers = [
      () => new Response(null, { status: 503 }),
      () => new Response(null, { headers: { ...told, 'repr-digest': 'sha-512=:x:' } }),
      () => Promise.reject(new TypeError('no line')),
    ]
    const link = openMade()
    for (const [index, tell] of answers.entries()) {
      vi.stubGlobal('fetch', tell)
      link.click()
      await settled()
      expect(given).toEqual(Array.from({ length: index + 1 }, () => link.href))
      expect(link.dataset['state']).toBe('free')
      expect(await itemNow()).toBeUndefined()
    }
  })

  it('shows on another visit how far it is, without asking anew', async () => {
    await keep([{ ...facts, id: madeId, files: [{ ...file, url: '/ministerial/preview/a/pages.pdf' }] }])
    await load(40)
    const link = openMade()
    await settled()
    expect(link.dataset['state']).toBe('wanted')
    expect(link.role).toBe('button')
  })
})
