import { expect, it, vi } from 'vitest'
import type { ChangeTag } from '#server/base/changes.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { PageCache } from '#server/base/http/page-cache.ts'
import { keepResultPagesReady } from './keep-ready.ts'

it('makes the awaited pages again that another change overtakes while they are made', async () => {
  const handlers: ((tags: readonly ChangeTag[]) => unknown)[] = []
  const tell = (tags: readonly ChangeTag[]) => Promise.all(handlers.map(handler => handler(tags)))
  const cache = new PageCache({ maxBytes: 1_000_000, freshMs: 60_000 })
  handlers.push(tags => cache.drop(tags))
  let news = 'قبل'
  const atMaking = vi.fn(async (_path: string) => undefined)
  keepResultPagesReady(
    { server: { listening: true }, log: { warn: vi.fn() }, addHook: vi.fn() } as unknown as AppInstance,
    {
      changes: { onChange: handler => void handlers.push(handler) },
      cache,
      siteUrl: 'http://rafid.example',
      async make({ href, pathname }, held) {
        const body = news
        await cache.load(
          href,
          ['results', 'news'],
          async () => ({ status: 200, type: 'text/html', body }),
          held,
        )
        await atMaking(pathname)
      },
    },
  )
  atMaking.mockImplementationOnce(async () => {
    news = 'بعد'
    void tell(['drafts'])
    void tell(['news'])
    return undefined
  })
  await tell(['results'])
  const home = cache.findFresh('http://rafid.example/')
  expect(home?.bytes.identity.toString()).toBe('بعد')
})
