import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { forgetSearch, forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts'

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the recent searches of a device', () => {
  it('are kept newest first, each once however it is spelt', async () => {
    for (const query of ['إنكليزي سادس', 'فيزياء']) rememberSearch(query)
    await vi.dynamicImportSettled()
    for (const query of ['  انكليزي  سَادِس ', 'ف']) rememberSearch(query)
    expect(readRecentSearches()).toEqual(['انكليزي  سَادِس', 'فيزياء'])
  })

  it('are bounded', () => {
    for (let number = 1; number <= limits.recentSearches + 3; number += 1) rememberSearch(`بحث ${number}`)
    const searches = readRecentSearches()
    expect(searches).toHaveLength(limits.recentSearches)
    expect(searches[0]).toBe(`بحث ${limits.recentSearches + 3}`)
  })

  it('are forgotten one by one and all at once, leaving nothing behind', () => {
    for (const query of ['فيزياء', 'كيمياء', 'أحياء']) rememberSearch(query)
    forgetSearch('كيمياء')
    expect(readRecentSearches()).toEqual(['أحياء', 'فيزياء'])
    forgetSearches()
    expect(readRecentSearches()).toEqual([])
    expect(kept.size).toBe(0)
  })

  it('are none where something else was stored', () => {
    rememberSearch('فيزياء')
    const [key = ''] = kept.keys()
    for (const value of ['{', '{"a":1}', '"text"', 'null']) {
      kept.set(key, value)
      expect(readRecentSearches(), value).toEqual([])
    }
    kept.set(key, '["أحياء", 3, null]')
    expect(readRecentSearches()).toEqual(['أحياء'])
  })

  it('are none where the browser refuses to keep or to read', () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    rememberSearch('فيزياء')
    forgetSearch('فيزياء')
    forgetSearches()
    expect(readRecentSearches()).toEqual([])
  })
})
