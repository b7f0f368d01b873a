import { afterAll, beforeAll, describe, expect } from 'vitest'
import { z } from 'zod'
import type { JobState } from '#contract/codes/job-states.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { browserTest } from '#test/browser-test.ts'
import { addPerson, fillSignIn, firstCheck } from './staff-session.ts'

const readPages = declareJob({
  name: 'read-pages',
  label: 'قراءة صفحات',
  lane: 'heavy',
  input: z.object({ pages: z.int(), turn: z.int() }),
  maxFailures: 1,
})

describe('the background work in the dashboard', () => {
  let server: TestApp
  let baseUrl: string
  /** One for each try of the test, so that none waits for what another left. */
  const turns: { isFailing: boolean; gate: PromiseWithResolvers<void> }[] = []

  beforeAll(async () => {
    server = await openTestApp({
      jobs: [
        handleJob(readPages, async (steps, { pages, turn }) => {
          const current = turns[turn]
          if (!current || current.isFailing) {
            throw new JobFailure({ reason: 'كلمة مرور تحمي الملف.', advice: 'أزلها ثم ارفعه من جديد.' })
          }
          steps.progress(3, pages)
          await current.gate.promise
        }),
      ],
    })
    baseUrl = await server.listen()
  })
  afterAll(() => server.close())

  const want = (title: string, turn: number) =>
    server.database.kysely
      .transaction()
      .execute(transaction =>
        enqueueJob(transaction, readPages, { key: title, title, input: { pages: 12, turn } }),
      )
  const reaches = async (title: string, state: JobState) => {
    await expect
      .poll(
        async () =>
          (
            await server.database.kysely
              .selectFrom('jobs')
              .select('state')
              .where('title', '=', title)
              .executeTakeFirst()
          )?.state,
        { timeout: 15_000 },
      )
      .toBe(state)
  }

  browserTest(
    'is told of in words, followed while it is open, repeated and cancelled, and moves nothing that is read',
    async ({ open }) => {
      for (const { gate } of turns) gate.resolve()
      const turn = { isFailing: true, gate: Promise.withResolvers<void>() }
      const number = turns.push(turn) - 1
      const titleOf = (city: string) => `نتائج ${city} ${number}.zip`
      const first = titleOf('كركوك')
      const second = titleOf('البصرة')
      const third = titleOf('ميسان')
      await want(first, number)
      await reaches(first, 'failed')
      const person = await addPerson(server, 'editor')
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      await page.goto('/dashboard')
      await fillSignIn(page, person)
      await page.getByRole('link', { name: 'أعمال فشلت' }).click()
      await page.waitForURL(`**${dashboardPaths.jobs}?state=failed`)
      const kirkuk = page.getByRole('listitem').filter({ hasText: first })
      await kirkuk.getByText('كلمة مرور تحمي الملف.').waitFor()
      await kirkuk.getByText('أزلها ثم ارفعه من جديد.').waitFor()

      turn.isFailing = false
      const repeat = page.getByRole('button', { name: `إعادة: ${first}` })
      await repeat.focus()
      await page.keyboard.press('Enter')
      await kirkuk.getByText('يعمل الآن').waitFor()
      await kirkuk.getByText('٣ من ١٢').waitFor()
      const top = async () => (await kirkuk.boundingBox())?.y
      const before = await top()
      await want(second, number)
      await page.getByRole('button', { name: 'أعمال جديدة: حدّث القائمة' }).waitFor({ timeout: 20_000 })
      expect(await top()).toBe(before)
      const bottom = async () => {
        const box = await kirkuk.boundingBox()
        return box && box.y + box.height
      }
      const end = await bottom()
      turn.gate.resolve()
      await kirkuk.getByText('اكتمل').waitFor()
      expect(await bottom()).toBe(end)
      await reaches(second, 'done')

      turn.gate = Promise.withResolvers()
      await want(third, number)
      await reaches(third, 'running')
      await page.getByLabel('الحالة').selectOption('running')
      await page.getByRole('button', { name: `إلغاء: ${third}` }).click()
      const maysan = page.getByRole('listitem').filter({ hasText: third })
      await maysan.getByText('أُلغي').waitFor()
      turn.gate.resolve()
    },
  )
})
