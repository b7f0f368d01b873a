import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { canKeep, rememberCount, tellWorker } from './worker-line.ts'

const asked: string[] = []
let offered: string | undefined

beforeEach(() => {
  asked.length = 0
  offered = '/sw.js'
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => {
      asked.push(`write ${value}`)
      stored.set(name, value)
    },
    removeItem: (name: string) => void stored.delete(name),
  })
  vi.stubGlobal('indexedDB', {})
  vi.stubGlobal('document', {
    querySelector: () => (offered === undefined ? null : { dataset: { worker: offered } }),
  })
  vi.stubGlobal('navigator', {
    storage: {
      persisted: async () => false,
      persist: async () => asked.push('persist') > 0,
    },
    serviceWorker: {
      register: async (address: string) => asked.push(`register ${address}`),
      ready: Promise.resolve({ active: { postMessage: () => asked.push('work') } }),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

it('writes the number down and asks for lasting room only where the number is another', async () => {
  for (const count of ['٣', '٣', '٣', '٤', '٤']) await rememberCount(count)
  expect(asked).toEqual(['write ٣', 'persist', 'write ٤', 'persist'])
})

it('asks for no lasting room for a file on its way to the downloads, nor when there is less', async () => {
  await rememberCount('١', true)
  await rememberCount('')
  await rememberCount('٩')
  await rememberCount('١٠', true)
  await rememberCount('٩')
  await rememberCount('١٠')
  const written = asked.filter(each => each !== 'persist').join(' ')
  expect(written).toBe('write ١ write ٩ write ١٠ write ٩ write ١٠')
  expect(asked.filter(each => each === 'persist')).toHaveLength(2)
})

it('registers no worker where the site has none', async () => {
  expect(canKeep()).toBe(true)
  await tellWorker()
  offered = undefined
  expect(canKeep()).toBe(false)
  await tellWorker()
  expect(asked).toEqual(['register /sw.js', 'work'])
})
