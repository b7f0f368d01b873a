import { examNumberIn } from '#contract/exam-number.ts'
import { sha256OfDigest } from '#contract/digest.ts'
import { formatFileSize } from '#contract/format.ts'
import { formatShare } from '#contract/format-share.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { ask } from '#web/ask.ts'
import { changeItem, keep, onChange, readFile, readShelf, remove } from '#web/shelf/shelf.ts'
import type { Shelf } from '#web/shelf/shelf.ts'
import { lightOf } from '#web/shelf/shelf-item.ts'
import type { KeptFile, ShelfFile, ShelfState } from '#web/shelf/shelf-item.ts'
import { canKeep, tellWorker } from '#web/shelf/worker-line.ts'
import { say, tellPage } from './keep.ts'
import { attachShelfMark } from './shelf-mark.ts'

/** So long the device may take to copy what it was handed. */
const handingOverMs = 60_000
/** Pieces come faster than anybody reads. */
const paintPauseMs = 100
/** So long a browser may take to start the worker; one that never does must not keep anybody from the file. */
const workerPatienceMs = 3000

function startWorker(): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The worker does not start')), workerPatienceMs)
    tellWorker().then(resolve, reject)
  })
}

/** What was asked for in the page's address, unless it could be an exam number. */
function searchWithoutNumber(): string {
  const texts = [...new URLSearchParams(location.search).values()]
  return texts.some(text => examNumberIn(text)) ? '' : location.search
}

/** A link of this page that shows its download. */
interface ShownDownload {
  paint(shelf: Shelf): Promise<void>
  isNeeded(): boolean
}

const shown = new Set<ShownDownload>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Paints all links of the page from one reading of the shelf. */
function paintSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    for (const each of shown) if (!each.isNeeded()) shown.delete(each)
    if (shown.size === 0) return
    const painting = readShelf().then(shelf => Promise.allSettled([...shown].map(each => each.paint(shelf))))
    painting.catch(() => {})
  }, paintPauseMs)
}

let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  onChange(paintSoon)
  document.addEventListener('shelf', paintSoon)
  const content = document.querySelector('main')
  if (content) new MutationObserver(wakeNew).observe(content, { childList: true, subtree: true })
}

/** Of a list that was exchanged the links show what is on its way too: they come to life as if they were reached. */
function wakeNew(changes: MutationRecord[]): void {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof Element)) continue
    for (const link of node.querySelectorAll('a[download][data-behaviour=shelf]'))
      link.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
}

/** Hands the device what is whole. */
function give(whole: Blob, name: string): void {
  const address = URL.createObjectURL(whole)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), handingOverMs)
}

/** Whether the site answers. */
async function isReached(url: string): Promise<boolean> {
  if (!navigator.onLine) return false
  return ask(url, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}

/** What the server tells of a file that it makes. Errors: those of `ask`; when it tells too little. */
async function askForFacts(url: string): Promise<ShelfFile> {
  const { ok, headers } = await ask(url, { method: 'HEAD' })
  const sha256 = sha256OfDigest(headers.get('repr-digest'))
  const size = Number(headers.get('content-length'))
  const name = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1]
  if (!ok || !sha256 || !size || !name) throw new Error(`Nothing is told of ${url}`)
  return { sha256, url, name: decodeURIComponent(name), type: headers.get('content-type') ?? '', size }
}

/** Whether this browser keeps files, without loading a worker for it where few bytes are asked for. */
function mayKeep(): boolean {
  if (!canKeep()) return false
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData !== true || navigator.serviceWorker.controller !== null
}

/**
 * A link to a file of ours, stored or made when it is asked for, that shows on itself how far the file is, holds it and goes
 * on, also after a cut or a restart, and hands the device what is whole. Where the browser can keep nothing, or has no
 * room, it stays the link that it is.
 */
export function attachDownload(link: HTMLAnchorElement): void {
  const sha256 = sha256OfFileAddress(link.href)
  const { bytes = '', type = '', name: title = '', made } = link.dataset
  if (!mayKeep() || (sha256 === undefined && made === undefined)) return
  attachShelfMark()
  const url = new URL(link.href).pathname
  const id = `file:${sha256 ?? url}`
  /** Of a file that is made it is known when it has been asked for. */
  const name = link.download || decodeURIComponent(url.split('/').at(-1) ?? title)
  const stored = sha256 === undefined ? undefined : { sha256, url, name, type, size: Number(bytes) }
  const slots = ['[data-slot=label]', '.file-facts', '[data-slot=share]']
  const [label, facts, amount] = slots.map(slot => {
    const element = link.querySelector(slot)
    return element && { element, own: [...element.childNodes] }
  })
  /** Somebody waits here for the file. */
  let isAwaited: boolean | undefined
  let isHandedOver = false
  let isAsking = false

  function show(state: ShelfState | undefined, received = 0, size = 0): void {
    const isComing = state === 'wanted' || state === 'paused'
    const part = `${formatFileSize(received)} من ${formatFileSize(size)}`
    const act = isAsking ? 'يُحضَّر الملف' : state === 'paused' ? 'أكمل التنزيل' : 'أوقف التنزيل'
    const isPartSaid = isComing && !isAsking && !facts
    const words = isComing
      ? [isPartSaid ? `${act} · ${part}` : act]
      : isHandedOver
        ? ['في تنزيلاتك']
        : undefined
    label?.element.replaceChildren(...(words ?? label.own))
    facts?.element.replaceChildren(...(isComing ? [part] : facts.own))
    amount?.element.replaceChildren(...(isComing ? [formatShare(received, size)] : amount.own))
    link.dataset.state = isComing ? state : isHandedOver ? 'kept' : 'free'
    link.style.setProperty('--share', String(isComing ? Math.min(1, received / Math.max(1, size)) : 0))
    if (isComing) link.setAttribute('role', 'button')
    else link.removeAttribute('role')
  }

  /** As a link without any of this does it. */
  function downloadPlainly(): void {
    const plain = Object.assign(document.createElement('a'), { href: link.href, download: link.download })
    document.body.append(plain)
    plain.click()
    plain.remove()
  }

  /** Other links and other tabs may wait for the same file: it goes to the one that takes it off the shelf. */
  async function handOver(kept: KeptFile, name: string): Promise<void> {
    const whole = await readFile(kept)
    if (!(await remove(id))) return
    give(whole, name)
    isHandedOver = true
    tellPage()
    say(`«${title}» في تنزيلات جهازك.`)
  }

  async function paint({ items, files }: Shelf): Promise<void> {
    const item = items.find(each => each.id === id)
    const { state, files: [file = stored] = [] } = item ?? {}
    const kept = file && files.get(file.sha256)
    const isComplete = state === 'wanted' || state === 'kept'
    if (state === undefined) isAwaited = undefined
    else isAwaited ??= isComplete
    if (isAwaited && isComplete && file && kept?.isWhole) {
      isAwaited = false
      await handOver(kept, file.name)
      return paint(await readShelf())
    }
    if (isAwaited && (state === 'full' || state === 'failed')) {
      isAwaited = false
      if (await remove(id)) {
        const why = state === 'full' ? `لا يتسع متصفحك لحفظ «${title}»` : `تعذر تنزيل «${title}» على أجزاء`
        say(`${why}، فينزل كما تنزل الروابط.`)
        downloadPlainly()
        tellPage()
      }
    }
    show(isAsking ? 'wanted' : state, Math.min(kept?.received ?? 0, file?.size ?? 0), file?.size)
  }

  /** Holds what comes, or goes on; a first press puts the file on its way. */
  async function press(): Promise<void> {
    if (isAsking) return
    let giveUp = async (): Promise<unknown> => true
    isHandedOver = false
    try {
      const shelf = await readShelf()
      const state = shelf.items.find(each => each.id === id)?.state
      if (state === 'wanted') return await hold()
      if ((state === undefined || state === 'paused') && (await giveLight(shelf))) return
      isAwaited = true
      if (state === undefined) {
        const page = location.pathname + searchWithoutNumber()
        const file = stored ?? (await askFirst())
        await keep([{ id, kind: 'file', title, about: 'ملف', subject: null, page, files: [file] }])
        giveUp = () => remove(id)
      } else {
        /* What has come stays for another time. */
        giveUp = () => changeItem(id, now => (now.state === 'wanted' ? { state: 'paused' } : {}))
        if (state !== 'kept') await changeItem(id, () => ({ state: 'wanted' }))
      }
      tellPage()
      await startWorker()
      await paint(await readShelf())
    } catch {
      isAwaited = false
      if (await giveUp().catch(() => true)) downloadPlainly()
      tellPage()
    }
  }

  /** Without a line a file of which only the light copy is kept is handed over as that. Shape: whether it was. */
  async function giveLight(shelf: Shelf): Promise<boolean> {
    if (sha256 === undefined || shelf.files.get(sha256)?.isWhole) return false
    const light = lightOf(sha256, shelf)
    const kept = light && shelf.files.get(light.sha256)
    if (!kept || (await whileAsking(() => isReached(url)))) return false
    give(await readFile(kept), light.name)
    await readShelf()
      .then(paint)
      .catch(() => {})
    say(`لا اتصال بالإنترنت الآن: في تنزيلات جهازك النسخة الخفيفة من «${title}».`)
    return true
  }

  /** The answer comes when the file has been made. */
  const askFirst = () => whileAsking(() => askForFacts(url))

  async function whileAsking<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    isAsking = true
    show('wanted')
    try {
      return await act()
    } finally {
      isAsking = false
    }
  }

  async function hold(): Promise<void> {
    isAwaited = false
    try {
      await changeItem(id, now => (now.state === 'wanted' ? { state: 'paused' } : {}))
    } catch {
      isAwaited = true
      say(`تعذر إيقاف تنزيل «${title}» الآن. أعد المحاولة.`)
    }
    tellPage()
    await paint(await readShelf()).catch(() => {})
  }

  listen()
  shown.add({ paint, isNeeded: () => link.isConnected || isAwaited === true })
  link.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    /* The second press of a double one would hold what the first began. */
    if (event.detail < 2) void press()
  })
  link.addEventListener('keydown', event => {
    if (event.key !== ' ' || link.getAttribute('role') !== 'button') return
    event.preventDefault()
    if (!event.repeat) link.click()
  })
  paintSoon()
}
