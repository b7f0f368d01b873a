import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatTime } from '#contract/format.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'

let site: TestApp
let staff: TestStaff

beforeAll(async () => {
  site = await openTestApp()
  staff = await site.signIn('editor')
})
afterAll(() => site.close())

async function add(change: object): Promise<{ id: string }> {
  const response = await staff.send('POST', '/api/results', { ...resultInput(), ...change })
  expect(response.statusCode, response.body).toBe(201)
  return response.json().data
}

async function ask(query = 'stage=SIXTH_PREPARATORY', headers = {}) {
  return site.app.inject({ method: 'GET', url: `/api/results/status?${query}`, headers })
}
const statusOf = async (query?: string) => (await ask(query)).json().data as ReleaseStatus
const cityOf = (status: ReleaseStatus, name: string) => status.cities.find(({ city }) => city === name)

describe('the board of a release', () => {
  it('says of a stage without results that nothing is out, in any of the 23 cities', async () => {
    const status = await statusOf('stage=SIXTH_PRIMARY')
    expect(status).toMatchObject({ release: null, announced: 0, total: 23, changedAt: null, releases: [] })
    expect(status.cities).toHaveLength(23)
  })

  it('tells of the newest round, the second after the first and the preliminary before both', async () => {
    await add({ city: 'واسط', try: 1, releaseYear: 2025 })
    await add({ city: 'واسط', try: 4, releaseYear: 2026, branch: 'LITERARY' })
    await add({ city: 'واسط', try: 1, releaseYear: 2026 })
    await add({ city: 'بابل', try: 1, releaseYear: 2026 })
    const status = await statusOf()
    expect(status).toMatchObject({ release: { releaseYear: 2026, try: 1 }, announced: 2 })
    expect(status.releases).toEqual([
      { releaseYear: 2026, try: 1, announced: 2 },
      { releaseYear: 2026, try: 4, announced: 1 },
      { releaseYear: 2025, try: 1, announced: 1 },
    ])
    const older = await statusOf('stage=SIXTH_PREPARATORY&releaseYear=2026&try=4')
    expect(older).toMatchObject({ release: { try: 4 }, announced: 1 })
    expect(cityOf(older, 'واسط')?.branches).toEqual(['LITERARY'])
    expect(cityOf(older, 'بابل')).toEqual({ city: 'بابل', at: null, branches: [] })
  })

  it('counts a city from the moment that its results are public, and forgets it when they are hidden', async () => {
    const draft = await add({ city: 'ميسان', try: 1, releaseYear: 2026, state: 'draft' })
    expect(cityOf(await statusOf(), 'ميسان')?.at).toBeNull()
    const before = Date.now()
    const records = [{ kind: 'result', id: draft.id }]
    await staff.send('POST', '/api/staff/publications', { records, state: 'published' })
    const at = Date.parse(cityOf(await statusOf(), 'ميسان')?.at ?? '')
    expect(at).toBeGreaterThanOrEqual(before)
    await staff.send('POST', '/api/staff/publications', { records, state: 'draft' })
    expect(cityOf(await statusOf(), 'ميسان')?.at).toBeNull()
  })

  it('shows what was scheduled for ten with ten, however late the clock was seen', async () => {
    const day = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const publishAt = `${day}T10:00:00+03:00`
    await add({ city: 'النجف', stage: 'THIRD_INTERMEDIATE', branch: null, state: 'scheduled', publishAt })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T10:03:20+03:00`) })
    try {
      await site.services.publishing.publishDueNow()
      const { at } = cityOf(await statusOf('stage=THIRD_INTERMEDIATE'), 'النجف') ?? {}
      expect(at).toBe(new Date(publishAt).toISOString())
      const page = await site.app.inject({ url: '/results/third-intermediate' })
      expect(page.body).toContain(formatTime(at ?? ''))
      expect(formatTime(at ?? '')).toMatch(/١٠:٠٠/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is sent again only when it has changed, and may be kept for ten seconds', async () => {
    const first = await ask()
    expect(first.headers['cache-control']).toContain('max-age=10')
    const { etag } = first.headers
    expect((await ask(undefined, { 'if-none-match': etag })).statusCode).toBe(304)
    await add({ city: 'كربلاء', try: 1, releaseYear: 2026 })
    expect((await ask(undefined, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('answers a country behind one address, also about years that nobody has', async () => {
    const years = Array.from({ length: 700 }, (_, index) => 2001 + (index % 90))
    const codes = new Set<number>()
    for (const year of years) codes.add((await ask(`stage=SIXTH_PREPARATORY&releaseYear=${year}`)).statusCode)
    expect([...codes]).toEqual([200])
    expect(await statusOf('stage=SIXTH_PREPARATORY&releaseYear=2001')).toMatchObject({
      release: null,
      announced: 0,
    })
  })

  it('refuses a stage that has no results, and says so', async () => {
    const response = await ask('stage=FIRST_PRIMARY')
    expect(response.statusCode).toBe(422)
  })

  it('stands before the folders of its stage, and leads to the files of a city', async () => {
    const page = await site.app.inject({ method: 'GET', url: '/results/sixth-preparatory' })
    expect(page.body).toContain('صدرت في')
    expect(page.body).toContain(`?path=${encodeURIComponent('2026/واسط/علمي/1').replaceAll('%20', '+')}`)
    expect(page.body).toContain('لم تصدر بعد')
    const [before] = page.body.split('<ul class="board">')
    expect(before, 'the day of the hours is read before them').toContain('الساعات ليوم')
    const none = await site.app.inject({ method: 'GET', url: '/results/sixth-preparatory?year=2011&try=2' })
    expect(none.statusCode).toBe(404)
  })
})
