import { formatFileSize } from '#contract/format.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import { changeItem, keep, onChange, readFile, readShelf, remove } from '#web/shelf/shelf.ts'
import type { ShelfState } from '#web/shelf/shelf-item.ts'
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

/**
 * A link to a file of ours that shows on itself how far the file is, holds it and goes on, also after a cut or a restart,
 * and hands the device what is whole. Where the browser can keep nothing, or has no room, it stays the link that it is.
 */
export function attachDownload(link: HTMLAnchorElement): void {
  const sha256 = sha256OfFileAddress(link.href)
  if (!canKeep() || sha256 === undefined) return
  attachShelfMark()
  const { bytes = '', type = '', name: title = '' } = link.dataset
  const url = new URL(link.href).pathname
  const name = link.download || decodeURIComponent(url.split('/').at(-1) ?? title)
  const file = { sha256, url, name, type, size: Number(bytes) }
  const id = `file:${sha256}`
  const label = link.querySelector('[data-slot=label]')
  const facts = link.querySelector('.file-facts')
  const [ownLabel, ownFacts] = [label, facts].map(part => [...(part?.childNodes ?? [])])
  /** Somebody waits here for the file. */
  let isAwaited: boolean | undefined
  let isHandedOver = false

  function show(state: ShelfState | undefined, received: number): void {
    const isComing = state === 'wanted' || state === 'paused'
    const part = `${formatFileSize(received)} من ${formatFileSize(file.size)}`
    const act = state === 'paused' ? 'أكمل التنزيل' : 'أوقف التنزيل'
    const words = isComing ? [act] : isHandedOver ? ['في تنزيلاتك'] : (ownLabel ?? [])
    label?.replaceChildren(...words, ...(isComing && !facts ? [` · ${part}`] : []))
    facts?.replaceChildren(...(isComing ? [part] : (ownFacts ?? [])))
    link.dataset.state = isComing ? state : isHandedOver ? 'kept' : 'free'
    link.style.setProperty('--share', String(isComing ? Math.min(1, received / Math.max(1, file.size)) : 0))
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

  async function handOver(): Promise<void> {
    const { files } = await readShelf()
    const kept = files.get(file.sha256)
    if (!kept?.isWhole) return
    const address = URL.createObjectURL(await readFile(kept))
    Object.assign(document.createElement('a'), { href: address, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(address), handingOverMs)
    isHandedOver = true
    await remove(id)
    tellPage()
    say(`«${title}» في تنزيلات جهازك.`)
  }

  async function paint(): Promise<void> {
    const { items, files } = await readShelf()
    const item = items.find(each => each.id === id)
    const state = item?.state
    isAwaited ??= state === 'wanted'
    if (isAwaited && state !== 'paused' && files.get(file.sha256)?.isWhole) {
      isAwaited = false
      await handOver()
      return paint()
    }
    if (isAwaited && (state === 'full' || state === 'failed')) {
      isAwaited = false
      await remove(id)
      say(`لا يتسع متصفحك لحفظ «${title}»، فينزل كما تنزل الروابط.`)
      downloadPlainly()
    }
    show(state, Math.min(files.get(file.sha256)?.received ?? 0, file.size))
  }

  async function press(): Promise<void> {
    const { items } = await readShelf()
    const state = items.find(each => each.id === id)?.state
    isAwaited = state !== 'wanted'
    isHandedOver = false
    if (state === undefined)
      await keep([
        { id, kind: 'file', title, about: 'ملف', subject: null, page: location.pathname, files: [file] },
      ])
    else if (state !== 'kept')
      await changeItem(id, () => ({ state: state === 'wanted' ? 'paused' : 'wanted' }))
    tellPage()
    if (isAwaited) await startWorker()
    await paint()
  }
  async function leaveToBrowser(): Promise<void> {
    isAwaited = false
    downloadPlainly()
    await remove(id)
    await paint()
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const paintSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      paint().catch(() => {})
    }, paintPauseMs)
  }
  onChange(paintSoon)
  document.addEventListener('shelf', paintSoon)
  link.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    press().catch(() => leaveToBrowser().catch(() => {}))
  })
  paint().catch(() => {})
}
