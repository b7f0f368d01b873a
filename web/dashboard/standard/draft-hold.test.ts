import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { becomes } from '#test/requests.ts'
import type * as DraftHolds from './draft-hold.ts'

type Tab = typeof DraftHolds

/** A tab of its own over the locks and the channel that all tabs share. */
async function openTab(): Promise<Tab> {
  vi.resetModules()
  return import('./draft-hold.ts')
}

const { locks } = navigator
const answerMs = 200
let channels: BroadcastChannel[]
let number = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  channels = []
  const Channel = BroadcastChannel
  number += 1
  const suffix = ` ${number}`
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name + suffix)
        channels.push(this)
      }
    },
  )
})
afterEach(() => {
  for (const channel of channels) channel.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets messages between tabs, and locks that were let go, arrive. */
async function arrived(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

/** What a tab is answered by the others, also when they stay silent as long as they may. */
async function settled<Result>(asked: Promise<Result>): Promise<Result> {
  const state = { isSettled: false }
  asked.then(
    () => (state.isSettled = true),
    () => (state.isSettled = true),
  )
  for (let round = 0; round < 20 && !state.isSettled; round += 1) {
    await arrived()
    if (!state.isSettled) await vi.advanceTimersByTimeAsync(answerMs / 10)
  }
  return asked
}

describe.each([
  ['where the browser has locks', { locks }],
  ['where it has none', {}],
])('a draft of several tabs, %s', (_where, navigator) => {
  const name = () => `news/new/${number}`
  beforeEach(() => void vi.stubGlobal('navigator', navigator))

  it('is held by one of them, and free again when that one lets it go', async () => {
    const [one, other] = [await openTab(), await openTab()]
    const held = await settled(one.holdDraft(name(), { onLost: vi.fn() }))
    expect(held).toBeDefined()
    expect(await settled(other.holdDraft(name(), { onLost: vi.fn() }))).toBeUndefined()
    expect(await settled(other.holdDraft(`${name()} another`, { onLost: vi.fn() }))).toBeDefined()
    held?.release()
    await arrived()
    const then = await settled(other.holdDraft(name(), { onLost: vi.fn() }))
    expect(then).toBeDefined()
    then?.release()
  })

  it('tells the one that had it when another takes it', async () => {
    const [one, other] = [await openTab(), await openTab()]
    const onLost = vi.fn()
    await settled(one.holdDraft(name(), { onLost }))
    const taken = await settled(other.holdDraft(name(), { take: true, onLost: vi.fn() }))
    expect(taken).toBeDefined()
    await becomes(() => onLost.mock.calls.length > 0)
    expect(onLost).toHaveBeenCalledTimes(1)
    expect(await settled(one.holdDraft(name(), { onLost: vi.fn() }))).toBeUndefined()
    taken?.release()
  })

  it('is named to the others while it is held, and not to its own tab', async () => {
    const [one, other] = [await openTab(), await openTab()]
    const held = await settled(one.holdDraft(name(), { onLost: vi.fn() }))
    const names = [name(), 'news/new/free']
    expect(await settled(other.listHeldElsewhere(names))).toEqual(new Set([name()]))
    expect(await settled(one.listHeldElsewhere(names))).toEqual(new Set())
    held?.release()
  })
})

it('is not held where the browser refuses its locks, and says why', async () => {
  const refusal = new DOMException('The locks are refused', 'SecurityError')
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(refusal) } })
  const tab = await openTab()
  const onLost = vi.fn()
  const refused = vi.fn()
  tab.holdDraft('news/new/refused', { onLost }).catch(refused)
  await arrived()
  expect(refused).toHaveBeenCalledWith(refusal)
  expect(onLost).not.toHaveBeenCalled()
})
