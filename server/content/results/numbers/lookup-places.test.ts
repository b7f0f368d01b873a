import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lookup } from '#contract/resources/lookup.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { resultInput } from '#test/factories.ts'
import { addReadSheets, examNumberIn } from '#test/read-sheets.ts'
import { findInPacks } from './find-in-packs.ts'

const stage = 'SIXTH_PREPARATORY' as const
const size = { schools: 1, students: 3 }
const number = examNumberIn(size, 0, 0, 1)

describe('a number in more places than one', () => {
  let site: TestApp
  /* The year, the round and the city of each, in the order in which they are added. */
  const added = [
    [2026, 4, 'كركوك'],
    [2026, 2, 'كركوك'],
    [2025, 1, 'كركوك'],
    [2026, 1, 'كركوك'],
    [2026, 2, 'بابل'],
  ] as const
  const inOrder = [
    [2026, 2, 'بابل'],
    [2026, 2, 'كركوك'],
    [2026, 1, 'كركوك'],
    [2026, 4, 'كركوك'],
    [2025, 1, 'كركوك'],
  ]
  const placesOf = ({ matches }: Lookup) => matches.map(match => [match.releaseYear, match.try, match.city])

  beforeAll(async () => {
    site = await openTestApp()
    const staff = await site.signIn()
    for (const [releaseYear, round, city] of added) {
      const result = { ...resultInput({ releaseYear, try: round }), city, branch: 'SCIENTIFIC', stage }
      const answer = await staff.send('POST', '/api/results', {
        ...result,
        directLink: 'https://files.example/results.zip',
      })
      expect(answer.statusCode, answer.body).toBe(201)
      await addReadSheets(site.database.kysely, [answer.json().data.id], size)
    }
    await site.services.changes.tellHere(['results'])
  }, 60_000)
  afterAll(() => site.close())

  it('is shown in all of them: the newest release first, the preliminary round last of its year', async () => {
    const payload = { stage, number }
    const answer = await site.app.inject({ method: 'POST', url: '/api/results/lookup', payload })
    expect(placesOf(answer.json().data)).toEqual(inOrder)
  })

  it('stands so in the packs too, where what was added last comes first', async () => {
    const found = () => findInPacks(site.services.numberBuckets, { stage, number }).then(placesOf, () => [])
    await expect.poll(found, { timeout: 20_000 }).toEqual(inOrder)
  })

  it('keeps its order in both when what was added first is announced last', async () => {
    const older = { releaseYear: 2026, try: 2, city: 'كركوك' }
    const { id } = await site.database.kysely
      .updateTable('results')
      .set({ createdAt: new Date(Date.now() + 60_000) })
      .where(({ and }) => and(older))
      .returning('id')
      .executeTakeFirstOrThrow()
    /* A pack is made anew for what it shows. */
    const school = 'إعدادية الأمل'
    await site.database.kysely.updateTable('sheets').set({ school }).where('resultId', '=', id).execute()
    await site.services.changes.tellHere(['results'])
    const payload = { stage, number }
    const answer = await site.app.inject({ method: 'POST', url: '/api/results/lookup', payload })
    expect(placesOf(answer.json().data)).toEqual(inOrder)
    const found = () => findInPacks(site.services.numberBuckets, payload)
    const schools = async () => (await found()).matches.map(match => match.school)
    await expect.poll(schools, { timeout: 20_000 }).toContain(school)
    expect(placesOf(await found())).toEqual(inOrder)
  })

  it('is shown in the release alone that is asked for', async () => {
    const payload = { stage, number, releaseYear: 2026, try: 1 }
    const answer = await site.app.inject({ method: 'POST', url: '/api/results/lookup', payload })
    expect(placesOf(answer.json().data)).toEqual([[2026, 1, 'كركوك']])
  })
})
