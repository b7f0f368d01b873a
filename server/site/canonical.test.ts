import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/build-app.ts'
import { addReadSheets, addResults } from '#test/read-sheets.ts'

const stage = 'SIXTH_PREPARATORY'
const place = { stage, city: 'كركوك', branch: 'SCIENTIFIC' } as const
const root = '/results/sixth-preparatory'
const kirkuk = encodeURIComponent(place.city)

describe('the canonical address of results', () => {
  let site: TestApp

  beforeAll(async () => {
    site = await openTestApp()
    await site.services.jobRunner.close()
    const staff = await site.signIn()
    const ids = await addResults(staff, [
      { ...place, releaseYear: 2025, try: 1 },
      { ...place, releaseYear: 2026, try: 1 },
    ])
    await addReadSheets(site.database.kysely, ids, { schools: 2, students: 3 })
    const records = ids.map(id => ({ kind: 'result', id }))
    const published = await staff.send('POST', '/api/staff/publications', { records, state: 'published' })
    expect(published.statusCode, published.body).toBe(200)
  })
  afterAll(() => site.close())

  async function canonicalOf(url: string): Promise<string | undefined> {
    const { statusCode, body } = await site.app.inject({ url })
    expect(statusCode, url).toBe(200)
    const href = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    return href && href.slice(new URL(href).origin.length)
  }

  it.each([
    [root, root],
    [`${root}?year=2026`, root],
    [`${root}?try=1&year=2026`, root],
    [`${root}?year=2025`, `${root}?try=1&year=2025`],
    [`${root}?path=2026%2F${kirkuk}&year=2026`, `${root}?path=2026%2F${kirkuk}`],
    [`${root}/schools`, `${root}/schools`],
    [`${root}/schools?try=1&year=2026`, `${root}/schools`],
    [`${root}/schools?city=${kirkuk}&year=2026`, `${root}/schools?city=${kirkuk}`],
    [`${root}/schools?year=2025`, `${root}/schools?try=1&year=2025`],
  ])('names a release that is not the newest alone: %s', async (url, canonical) => {
    expect(await canonicalOf(url)).toBe(canonical)
  })
})
