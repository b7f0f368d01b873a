import type { ErrorCode } from '#contract/errors.ts'
import type { Encoding } from './accepted-encoding.ts'
import { digestOf } from './kept-answers.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { pack, packQuickly } from './pack.ts'
import type { ChangeTag } from '#server/base/changes.ts'
import { nextMoment, Overtaken } from '#server/base/moments.ts'
import type { Moment } from '#server/base/moments.ts'

const entryOverheadBytes = 1024
/** A page that everybody asks for needs its place renewed now and then, not each time. */
const askedApartMs = 500
/** How long a page that only its time has made stale answers while it is renewed behind. */
const agedMs = 10 * 60_000
/** How long a page that is drawn from the same as before is not drawn again: it may say something of the time. */
const drawnForMs = 10 * 60_000
/** After a page could not be made again, the next attempt waits. */
const pauseMs = 5_000
/** Addresses without a page that are remembered at most. */
const maxMissing = 2_000

/** A page as a page module answers it. */
export interface RenderedPage {
  status: number
  type: string
  body: string
  /** Where a redirect leads. */
  location?: string
  /** Why there is no page under this address. */
  missing?: ErrorCode
  /** Good until a better one is made, which begins with the next request. */
  isPassing?: boolean | undefined
}

/** What a page was drawn from, as a digest, and until when it need not be drawn again from the same. */
interface Drawing {
  source: string
  untilMs: number
}

/** A page as ready bytes in the encodings that were asked for, with a strong ETag. */
export interface ReadyPage {
  status: number
  type: string
  etag: string
  /** An encoding that nobody has asked for yet is absent. */
  bytes: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  location?: string
  missing?: ErrorCode
  isPassing?: boolean | undefined
  drawing?: Drawing | undefined
}

/** What makes a page, or finds that it is the last one still: `lastOf` gives that if it was drawn from just this text, lately. */
export type Render = (lastOf: (source: string) => ReadyPage | undefined) => Promise<RenderedPage | ReadyPage>

/** A page with what it shows. */
export interface MadeOnce {
  ready: ReadyPage
  tags: readonly ChangeTag[]
  /** When its making began; 0 for a copy from before this process. */
  asOf: Moment
}

interface Entry extends ReadyPage {
  tags: readonly ChangeTag[]
  asOf: Moment
  /** 0 since a change of what it shows. */
  freshUntilMs: number
  /** After a change it still answers until then: what takes its place is in the making. */
  leavingUntilMs: number
  /** Until then it is not made again, since that has failed. */
  pausedUntilMs: number
  /** Something that it shows may not be shown any more: it is no last good copy. */
  isWithdrawn: boolean
  /** When it was last put behind those that go first. */
  askedMs: number
  size: number
}

/** That there is no page under an address. */
interface Missing {
  code: ErrorCode
  tags: readonly ChangeTag[]
  freshUntilMs: number
}

interface Flight {
  answer: Promise<ReadyPage>
  tags: readonly ChangeTag[]
}

interface PageCacheOptions {
  maxBytes: number
  freshMs: number
  now?: () => number
  /** Where last good copies outlive the process: those that fit this build of the site. */
  kept?: { answers: KeptAnswers; build: string }
}

/** Pages that were made and wait to take their places together. */
export type HeldPages = Map<string, MadeOnce>

/**
 * Rendered pages in memory: fresh until their time is over or a tag of theirs is dropped, then kept as the last
 * good copy until space is needed. Units: bytes of all encodings together; milliseconds. Source: P14.3.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #missing = new Map<string, Missing>()
  readonly #flights = new Map<string, Flight>()
  readonly #maxBytes: number
  readonly #freshMs: number
  readonly #now: () => number
  readonly #kept: PageCacheOptions['kept']
  readonly #overtaken = new Overtaken()
  #size = 0

  constructor({ maxBytes, freshMs, now = Date.now, kept }: PageCacheOptions) {
    this.#kept = kept
    this.#maxBytes = maxBytes
    this.#freshMs = freshMs
    this.#now = now
  }

  /** Bytes held at this moment. */
  get size(): number {
    return this.#size
  }

  /** The page if it may be sent as it is. */
  findFresh(key: string): ReadyPage | undefined {
    const entry = this.#entries.get(key)
    const nowMs = this.#now()
    if (!entry || Math.max(entry.freshUntilMs, entry.leavingUntilMs) <= nowMs) return undefined
    if (nowMs - entry.askedMs >= askedApartMs) {
      entry.askedMs = nowMs
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry
  }

  /** Whether only its time has made the page stale, and lately: good to send while it is made again. */
  isAged(key: string): boolean {
    const freshUntilMs = this.#entries.get(key)?.freshUntilMs ?? 0
    return freshUntilMs > 0 && freshUntilMs + agedMs > this.#now()
  }

  /** True for a while after a page could not be made again: its last good copy answers meanwhile. */
  isPaused(key: string): boolean {
    return (this.#entries.get(key)?.pausedUntilMs ?? 0) > this.#now()
  }

  /** Why there is no page under this address, where that has been found a moment ago and nothing has changed since. */
  findMissing(key: string): ErrorCode | undefined {
    const known = this.#missing.get(key)
    if (known && known.freshUntilMs > this.#now()) return known.code
    this.#missing.delete(key)
    return undefined
  }

  /** The keys of all pages that are here. */
  keys(): Iterable<string> {
    return this.#entries.keys()
  }

  /** The last good copy, however old. */
  findAny(key: string): ReadyPage | undefined {
    const entry = this.#entries.get(key)
    return entry?.isWithdrawn ? undefined : entry
  }

  /** Keeps a page for after this process: also one that was not kept yet, or only in the place of an older copy. */
  keepOnDisk(key: string, { ready, tags, asOf }: MadeOnce, how: 'put' | 'renew'): void {
    if (!this.#kept) return
    const { answers, build } = this.#kept
    const { type, etag, bytes } = ready
    answers[how]({ key, type, etag, tags, headers: { build }, body: bytes.identity }, asOf)
  }

  /** The last good copy from before this process, for as long as no better one can be made. */
  async recall(key: string): Promise<ReadyPage | undefined> {
    const kept = await this.#kept?.answers.get(key)
    if (!kept || kept.headers['build'] !== this.#kept?.build) return undefined
    const { type, etag, body, tags } = kept
    const ready: ReadyPage = { status: 200, type, etag, bytes: { identity: body } }
    this.#hold(key, { ready, tags, asOf: 0 }, 0)
    this.#pause(key)
    return ready
  }

  /**
   * Renders a page once for all who ask at the same time, and keeps it if it was found (status 200): at once, or with
   * others that wait in `held` until `swap`. One that is the same as before keeps its bytes.
   * A render that a change of its tags overtakes answers those who waited, and is not kept.
   */
  async load(key: string, tags: readonly ChangeTag[], render: Render, held?: HeldPages): Promise<ReadyPage> {
    const running = this.#flights.get(key)
    if (running) return running.answer
    const asOf = nextMoment()
    const flight: Flight = {
      tags,
      answer: this.#render({ key, tags, asOf, held }, render, () => this.#flights.get(key) === flight),
    }
    this.#flights.set(key, flight)
    try {
      return await flight.answer
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
  }

  /** Adds an encoding to a page of this cache, once, when it is first asked for. */
  async encode(key: string, page: ReadyPage, encoding: Encoding): Promise<ReadyPage> {
    if (page.bytes[encoding]) return page
    await encode(page, encoding)
    const entry = this.#entries.get(key)
    if (entry?.bytes === page.bytes) this.#measure(key, entry)
    return page
  }

  /** Puts pages that were made together in their places, all at once; those that a change has overtaken are left out. */
  swap(held: HeldPages): void {
    for (const [key, made] of held) if (!this.#overtaken.has(made)) this.#keep(key, made)
  }

  /** Forgets the copies with this tag that a change made stale and nobody has made again since then. */
  sweep(tag: ChangeTag, before: Moment): void {
    for (const [key, { tags, asOf, freshUntilMs }] of this.#entries)
      if (freshUntilMs === 0 && asOf < before && tags.includes(tag)) this.#remove(key)
  }

  /**
   * Makes every page with one of these tags stale, those in the making too. A page that is `leaving` goes on answering
   * for so long, until another one takes its place or something else that it shows changes. After a withdrawal there are
   * no last good copies of them. Units: milliseconds.
   */
  drop(tags: readonly ChangeTag[], leaving?: { isLeaving(key: string): boolean; forMs: number }): void {
    const isTouched = (item: { tags: readonly ChangeTag[] }) => item.tags.some(tag => tags.includes(tag))
    const isWithdrawal = tags.includes('withdrawals')
    this.#overtaken.mark(tags)
    if (isWithdrawal) this.#kept?.answers.withdraw(tags.filter(tag => tag !== 'withdrawals'))
    const nowMs = this.#now()
    for (const [key, entry] of this.#entries) {
      if (!isTouched(entry)) continue
      const isReady = entry.freshUntilMs > nowMs
      if (!leaving?.isLeaving(key)) entry.leavingUntilMs = 0
      else if (isReady) entry.leavingUntilMs = nowMs + leaving.forMs
      entry.freshUntilMs = 0
      entry.pausedUntilMs = 0
      entry.isWithdrawn ||= isWithdrawal
    }
    for (const [key, missing] of this.#missing) if (isTouched(missing)) this.#missing.delete(key)
    for (const [key, flight] of this.#flights) if (isTouched(flight)) this.#flights.delete(key)
  }

  async #render(
    { key, held, ...read }: Pick<MadeOnce, 'tags' | 'asOf'> & { key: string; held: HeldPages | undefined },
    render: Render,
    isCurrent: () => boolean,
  ): Promise<ReadyPage> {
    try {
      const ready = await this.#draw(key, render)
      if (!isCurrent()) return ready
      if (ready.status === 200 && held) held.set(key, { ready, ...read })
      else if (ready.status === 200) this.#keep(key, { ready, ...read })
      else if (ready.status >= 500) this.#pause(key)
      else this.#forget(key)
      if (ready.missing !== undefined) this.#keepMissing(key, ready.missing, read.tags)
      return ready
    } catch (error) {
      this.#pause(key)
      throw error
    }
  }

  async #draw(key: string, render: Render): Promise<ReadyPage> {
    const last = this.#entries.get(key)
    let drawing: Drawing | undefined
    const page = await render(source => {
      const nowMs = this.#now()
      drawing = { source: digestOf(source), untilMs: nowMs + drawnForMs }
      const isSame = last?.drawing?.source === drawing.source && last.drawing.untilMs > nowMs
      return isSame && !last.isPassing ? last : undefined
    })
    return 'bytes' in page ? page : { ...makeReady(page), drawing }
  }

  #pause(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) entry.pausedUntilMs = this.#now() + pauseMs
  }

  #keepMissing(key: string, code: ErrorCode, tags: readonly ChangeTag[]): void {
    const [oldest] = this.#missing.keys()
    if (oldest !== undefined && this.#missing.size >= maxMissing) this.#missing.delete(oldest)
    this.#missing.set(key, { code, tags, freshUntilMs: this.#now() + this.#freshMs })
  }

  // What is gone for good must not live on as a copy that is sent while it is renewed.
  #forget(key: string): void {
    this.#remove(key)
    this.#kept?.answers.remove(key)
  }

  #keep(key: string, made: MadeOnce): void {
    const { isPassing } = made.ready
    this.#hold(key, made, this.#now() + (isPassing ? 0 : this.#freshMs))
    if (!isPassing) this.keepOnDisk(key, made, 'renew')
  }

  #hold(key: string, { ready, tags, asOf }: MadeOnce, freshUntilMs: number): void {
    this.#remove(key)
    const nowMs = this.#now()
    const entry: Entry = {
      ...ready,
      tags,
      asOf,
      size: 0,
      isWithdrawn: false,
      freshUntilMs,
      leavingUntilMs: 0,
      pausedUntilMs: 0,
      askedMs: nowMs,
    }
    this.#entries.set(key, entry)
    this.#measure(key, entry)
  }

  #measure(key: string, entry: Entry): void {
    const { br, gzip, identity } = entry.bytes
    const packed = (br?.length ?? 0) + (gzip?.length ?? 0)
    const size = identity.length + packed + 2 * key.length + entryOverheadBytes
    this.#size += size - entry.size
    entry.size = size
    if (size > this.#maxBytes) this.#remove(key)
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }
}

/** A page's bytes as they are. The ETag is of these. */
export function makeReady({ body, status, type, location, missing, isPassing }: RenderedPage): ReadyPage {
  const identity = Buffer.from(body)
  const etag = digestOf(identity)
  return { status, type, etag, location, missing, isPassing, bytes: { identity } }
}

/** Adds an encoding to a page that lacks it. */
export async function encode(page: ReadyPage, encoding: Encoding): Promise<ReadyPage> {
  const { bytes } = page
  if (bytes.identity.length === 0 || encoding === 'identity') return page
  bytes[encoding] ??= await pack(bytes.identity, encoding)
  return page
}

/** A copy of a page that lacks an encoding, packed in it at once but less tightly; its tag is one of its own. */
export function encodeQuickly(page: ReadyPage, encoding: Encoding): ReadyPage {
  const { bytes, etag } = page
  if (bytes.identity.length === 0 || encoding === 'identity' || bytes[encoding]) return page
  const packed = { identity: bytes.identity, [encoding]: packQuickly(bytes.identity, encoding) }
  return { ...page, etag: `${etag}-quick`, bytes: packed }
}
