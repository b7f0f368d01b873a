import { sha256 } from '@noble/hashes/sha2.js'
import { limits } from '#contract/limits.ts'
import { piecesOf, within } from '#web/shelf/shelf-database.ts'
import { changeItem, tellChange } from '#web/shelf/shelf.ts'
import { hasSameBytes } from '#web/shelf/shelf-item.ts'
import type { KeptFile, ShelfFile, ShelfItem, ShelfState } from '#web/shelf/shelf-item.ts'
import { readSlowly } from './line.ts'
import { needPage } from './pages.ts'

/** Why a file could not be had; `again` is worth another try. */
class DownloadError extends Error {
  readonly why: 'again' | 'held' | 'full' | 'gone' | 'wrong'
  constructor(why: DownloadError['why']) {
    super(why)
    this.why = why
  }
}

const stateAfter: Partial<Record<DownloadError['why'], ShelfState>> = {
  full: 'full',
  gone: 'failed',
  wrong: 'failed',
}

let isWorking = false
let isAskedAgain = false

/**
 * Loads what is wanted, one file after the other, until nothing is left or the line is gone. Only one tab's worker does so.
 * Never fails: what went wrong stands in the items.
 */
export async function work(): Promise<void> {
  isAskedAgain = true
  if (isWorking) return
  isWorking = true
  try {
    await navigator.locks.request('shelf-download', { ifAvailable: true }, async lock => {
      if (!lock) return
      while (isAskedAgain) {
        isAskedAgain = false
        await wantWhatLacks()
        await loadAll()
      }
    })
  } finally {
    isWorking = false
  }
}

/** What is called kept and lacks bytes is wanted again: an older site lost those of things that got a light copy. */
async function wantWhatLacks(): Promise<void> {
  const lacking = await within(['items', 'files'], 'readwrite', async ({ items, files }) => {
    const whole = new Set((await files.all()).filter(({ isWhole }) => isWhole).map(file => file.sha256))
    const all = (await items.all()).filter(
      item => item.state === 'kept' && !item.files.every(file => whole.has(file.sha256)),
    )
    for (const item of all) await items.put({ ...item, state: 'wanted' })
    return all
  })
  if (lacking.length > 0) tellChange()
}

async function loadAll(): Promise<void> {
  const left = new Set<string>()
  for (let item = await nextWanted(left); item; item = await nextWanted(left)) {
    try {
      /* A file that goes to the device's downloads is opened there, without a page. */
      if (item.kind !== 'file' && !(await needPage(item.page, item.needsPage)))
        throw new DownloadError('gone')
      await changeSame(item, () => ({ needsPage: false }))
      for (const file of item.files) await loadFile(file)
      await changeSame(item, ({ state }) => (state === 'wanted' ? { state: 'kept' } : {}))
    } catch (error) {
      const why = error instanceof DownloadError ? error.why : isFull(error) ? 'full' : 'again'
      if (why === 'again') {
        /* One may be at fault alone; with two the line is. */
        left.add(item.id)
        if (left.size > 1) return
      }
      const state = stateAfter[why]
      if (state) await changeSame(item, now => (now.state === 'wanted' ? { state } : {}))
    }
  }
}

/** Changes an item that did not become something else while it was loaded. */
const changeSame = (item: ShelfItem, change: (now: ShelfItem) => Partial<ShelfItem>) =>
  changeItem(item.id, now => (hasSameBytes(now, item) ? change(now) : {}))

/** A file that somebody waits for comes before what is kept for later; otherwise what was added first. */
async function nextWanted(except: ReadonlySet<string>): Promise<ShelfItem | undefined> {
  const items = await within(['items'], 'readonly', stores => stores.items.all())
  return items
    .filter(({ id, state }) => state === 'wanted' && !except.has(id))
    .toSorted((a, b) => Number(a.kind !== 'file') - Number(b.kind !== 'file') || a.addedAt - b.addedAt)[0]
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Loads a file until it is whole, through as many cuts as there are while bytes still come. */
async function loadFile(file: ShelfFile): Promise<void> {
  let pauseMs = limits.shelfFirstPauseMs
  let isSecondCopy = false
  for (let tries = 0; tries < limits.shelfTriesWithoutBytes;) {
    const before = await keptFile(file)
    if (before.isWhole) return
    if (before.received >= file.size) {
      if (await prove(file)) return
      if (isSecondCopy) throw new DownloadError('wrong')
      isSecondCopy = true
      continue
    }
    await requireRoom(file.size - before.received)
    try {
      await loadFrom(file, before.received)
    } catch (error) {
      if (isFull(error) || (error instanceof DownloadError && error.why !== 'again')) throw error
    }
    const { received } = await keptFile(file)
    if (received >= file.size) continue
    if (received > before.received) {
      tries = 0
      pauseMs = limits.shelfFirstPauseMs
    } else {
      tries += 1
      await pause(pauseMs)
      pauseMs = Math.min(pauseMs * 2, limits.shelfLongestPauseMs)
    }
  }
  throw new DownloadError('again')
}

/** Says before the first byte what would not fit. */
async function requireRoom(bytes: number): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate()
  if (quota !== undefined && usage !== undefined && quota - usage - limits.shelfSpareBytes < bytes)
    throw new DownloadError('full')
}

/** Loads from a byte on and writes pieces down as they come; what came before a cut is written down too. */
async function loadFrom(file: ShelfFile, from: number): Promise<void> {
  let start = from
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  const leave = new AbortController()
  const write = async () => {
    if (waitingBytes === 0) return
    const bytes = new Blob(waiting)
    const length = waitingBytes
    ;[waiting, waitingBytes] = [[], 0]
    if (!(await writePiece(file, start, bytes))) throw new DownloadError('held')
    start += length
  }
  try {
    for await (const { answer, bytes } of readSlowly(file.url, from, limits.shelfStallMs, leave.signal)) {
      if (!bytes) {
        start = await checkAnswer(answer, file, from)
        continue
      }
      waiting.push(bytes)
      waitingBytes += bytes.length
      if (waitingBytes >= limits.shelfPieceBytes) await write()
    }
  } finally {
    leave.abort()
    await write()
  }
}

/** From which byte on an answer is, or why it is none. */
async function checkAnswer(answer: Response, file: ShelfFile, from: number): Promise<number> {
  if (answer.status === 404 || answer.status === 410) throw new DownloadError('gone')
  if (answer.status === 206) return from
  if (answer.status !== 200) throw new DownloadError('again')
  if (from > 0) await dropBytes(file)
  return 0
}

async function keptFile(file: ShelfFile): Promise<KeptFile> {
  const found = await within(['files'], 'readonly', ({ files }) => files.get(file.sha256))
  return found ?? newFile(file)
}

function newFile({ sha256: hash, size, type, name }: ShelfFile): KeptFile {
  return { sha256: hash, size, type, name, received: 0, isWhole: false }
}

/** Writes a piece down. False when nobody wants the file any more. */
async function writePiece(file: ShelfFile, start: number, bytes: Blob): Promise<boolean> {
  const isWanted = await within(
    ['items', 'files', 'pieces'],
    'readwrite',
    async stores => {
      const before = (await stores.files.get(file.sha256)) ?? newFile(file)
      /* Another tab took it off, or put it back: these bytes do not follow those that are there. */
      if (before.received !== start) return false
      const items = await stores.items.all()
      const wanting = items.filter(item => item.files.some(each => each.sha256 === file.sha256))
      if (wanting.length === 0) return false
      await stores.pieces.put({ sha256: file.sha256, start, bytes })
      await stores.files.put({ ...before, received: start + bytes.size })
      return wanting.some(({ state }) => state === 'wanted')
    },
    { isDurable: true },
  )
  tellChange()
  return isWanted
}

async function dropBytes(file: ShelfFile): Promise<void> {
  await within(['files', 'pieces'], 'readwrite', async stores => {
    await stores.files.remove(file.sha256)
    await stores.pieces.remove(piecesOf(file.sha256))
  })
}

/**
 * Whether the bytes on the device are those of the file; others are thrown away.
 * Errors: `DownloadError` when nobody wants the file any more.
 */
async function prove(file: ShelfFile): Promise<boolean> {
  const hash = sha256.create()
  for (const { bytes } of await within(['pieces'], 'readonly', ({ pieces }) =>
    pieces.all(piecesOf(file.sha256)),
  ))
    hash.update(new Uint8Array(await bytes.arrayBuffer()))
  const hex = [...hash.digest()].map(byte => byte.toString(16).padStart(2, '0')).join('')
  if (hex !== file.sha256) {
    await dropBytes(file)
    return false
  }
  await within(['files'], 'readwrite', async ({ files }) => {
    const now = await files.get(file.sha256)
    if (now?.received !== file.size) throw new DownloadError('held')
    await files.put({ ...now, isWhole: true })
  })
  tellChange()
  return true
}
