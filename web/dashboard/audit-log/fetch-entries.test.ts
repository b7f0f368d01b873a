import { afterEach, expect, it, vi } from 'vitest'
import { fakeFetch, json } from '#test/requests.ts'
import { fetchEntries } from './fetch-entries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('asks of which kind a record is once for all pages of its history, and for its version before each', async () => {
  let version = 1
  const calls = fakeFetch(({ url }) =>
    url.startsWith('/api/books/b1')
      ? json({ data: { version: version++, title: 'الرياضيات', teacher: 'أحمد' } })
      : json({ logs: [{ id: 'e1', entity: 'BOOK', entityId: 'b1' }], total: 31, searchedTo: null }),
  )
  const { signal } = new AbortController()
  const page = (offset: number) => fetchEntries({ query: { limit: 15, offset, entityId: 'b1' }, signal })
  expect((await page(0)).record).toEqual({
    version: 1,
    name: 'الرياضيات · أحمد',
    form: '/dashboard/books/edit/b1',
  })
  expect((await page(15)).record?.version).toBe(2)
  expect(calls.map(({ url }) => url)).toEqual([
    '/api/auditlog?entityId=b1&limit=1',
    '/api/books/b1',
    '/api/auditlog?limit=15&offset=0&entityId=b1',
    '/api/books/b1',
    '/api/auditlog?limit=15&offset=15&entityId=b1',
  ])
})
