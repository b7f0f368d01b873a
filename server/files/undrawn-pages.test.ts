import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { refuseFile } from './refusals.ts'
import { isTimeout, TaskTimeout } from './task-timeout.ts'
import { createUndrawnPages } from './undrawn-pages.ts'
import type { UndrawnPages } from './undrawn-pages.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const late = refuseFile('late', new TaskTimeout())
const broken = refuseFile('broken')

/** Why a page of the file `a` is refused. */
function refusal(pages: UndrawnPages, key: string): 'broken' | 'late' | undefined {
  try {
    pages.refuse('a', key)
    return undefined
  } catch (error) {
    return isTimeout(error) ? 'late' : 'broken'
  }
}

it('remembers a broken page for good, and one that took too long for a while', () => {
  const pages = createUndrawnPages()
  pages.remember('a', '1', broken, false)
  pages.remember('a', '2', late, true)
  expect(['1', '2', '3'].map(key => refusal(pages, key))).toEqual(['broken', 'late', undefined])
  vi.advanceTimersByTime(limits.slowPagePauseMs - 1)
  expect(refusal(pages, '2')).toBe('late')
  vi.advanceTimersByTime(1)
  expect(['1', '2'].map(key => refusal(pages, key))).toEqual(['broken', undefined])
})

it('leaves a file alone for a while after a few pages that took too long', () => {
  const pages = createUndrawnPages()
  for (let page = 1; page <= limits.maxSlowPages; page += 1) {
    expect(refusal(pages, 'other')).toBeUndefined()
    pages.remember('a', String(page), late, true)
  }
  expect(refusal(pages, 'other')).toBe('late')
  vi.advanceTimersByTime(limits.slowPagePauseMs)
  expect(refusal(pages, 'other')).toBeUndefined()
  pages.remember('a', '1', late, true)
  expect(refusal(pages, 'other'), 'what was long ago counts no more').toBeUndefined()
})
