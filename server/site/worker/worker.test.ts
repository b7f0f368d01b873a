import { afterAll, beforeAll, expect, it } from 'vitest'
import { discoveryPaths, paths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import { builtName, sharedName } from '#test/built-files.ts'
import type { TestApp } from '#test/build-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

it('is asked for anew at every visit, and names the built files', async () => {
  const { headers, body } = await site.app.inject({ url: discoveryPaths.worker })
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  const { assets, first } = JSON.parse(/^self\.shell=(.*);$/m.exec(body)?.[1] ?? '') as Record<
    string,
    string[]
  >
  expect(first).toContain(builtName('site/islands/loader.ts'))
  expect(first).toContain(builtName('islands/shelf-page.ts'))
  expect(first).not.toContain(sharedName('react'))
  expect(first?.filter(name => !assets?.includes(name))).toEqual([])
  for (const name of first ?? []) {
    expect((await site.app.inject({ url: `/assets/${name}` })).statusCode, name).toBe(200)
  }
  const again = await site.app.inject({
    url: discoveryPaths.worker,
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

it('is withdrawn by the configuration, and no page asks for it any more', async () => {
  const { app, close } = await openTestApp({ environment: { OFFLINE: '0' } })
  const { body, headers } = await app.inject({ url: discoveryPaths.worker })
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).toContain('registration.unregister()')
  expect(body).not.toContain('self.shell')
  expect((await site.app.inject({ url: paths.home })).body).toContain('data-worker="/sw.js"')
  for (const url of [paths.home, paths.shelf, '/books/none'])
    expect((await app.inject({ url })).body, url).not.toContain('data-worker')
  await close()
})
