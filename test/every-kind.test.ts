import { afterAll, beforeAll, expect, it } from 'vitest'
import { kindNames, kinds } from '#contract/kinds.ts'
import { discoveryPaths } from '#contract/paths.ts'
import { noteInput } from '#test/factories.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

const statusOf = async (url: string) => (await test.app.inject({ url })).statusCode

it.each(kindNames)('answers the list, the feed and an unknown record of %s', async kind => {
  const { apiPath, list } = kinds[kind]
  expect(await statusOf(apiPath)).toBe(200)
  expect(await statusOf(discoveryPaths.feed(list))).toBe(200)
  const unknown = await test.app.inject({ url: `${apiPath}/0abc1def2ghj3kmn` })
  expect(unknown.json()).toMatchObject({ code: `${kind}_not_found` })
})

it('adds, finds and tells of a record', async () => {
  const staff = await test.signIn()
  const added = await staff.send('POST', kinds.note.apiPath, noteInput())
  expect(added.statusCode).toBe(201)
  const found = await test.app.inject({ url: `/api/search?q=${encodeURIComponent(noteInput().title)}` })
  expect(found.json()).toMatchObject({ total: 1 })
  expect((await test.app.inject({ url: discoveryPaths.feed('all') })).body).toContain(noteInput().title)
  expect(await statusOf(discoveryPaths.sitemap)).toBe(200)
})
