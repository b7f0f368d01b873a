import { describe, expect } from 'vitest'
import { z } from 'zod'
import type { JobState } from '#contract/codes/job-states.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { declareJob, handleJob } from '#server/jobs/declare-job.ts'
import { enqueueJob } from '#server/jobs/enqueue.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { browserTest, openShared } from '#test/browser-test.ts'
import { addPerson, fillSignIn, firstCheck } from './staff-session.ts'

const readPages = declareJob({
  name: 'read-pages',
  label: 'قراءة صفحات',
  lane: 'heavy',
  input: z.object({ pages: z.int() }),
  maxFailures: 1,
})

describe('the background work in the dashboard', () => {
  let server: TestApp
  let baseUrl: string
  let gate: PromiseWithResolvers<void>
  let isFailing: boolean

  openShared(
    async () => {
      gate = Promise.withResolvers()
      isFailing = true
      server = await openTestApp({
        jobs: [
          handleJob(readPages, async (steps, { pages }) => {
            if (isFailing) {
              throw new JobFailure({ reason: 'كلمة مرور تحمي الملف.', advice: 'أزلها ثم ارفعه من جديد.' })
            }
            steps.progress(3, pages)
            await gate.promise
          }),
        ],
      })
      baseUrl = await server.listen()
    },
    async () => {
      gate.resolve()
      await server.close()
    },
  )

  const want = (title: string, runAt?: Date) =>
    server.database.kysely.transaction().execute(transaction =>
      enqueueJob(transaction, readPages, {
        key: title,
        title,
        input: { pages: 12 },
        ...(runAt && { runAt }),
      }),
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
      await want('نتائج كركوك.zip')
      await reaches('نتائج كركوك.zip', 'failed')
      const person = await addPerson(server, 'editor')
      const { page, expectProblem } = await open({ baseUrl, device: 'phone' })
      expectProblem(firstCheck)
      await page.goto('/dashboard')
      await fillSignIn(page, person)
      await page.getByRole('link', { name: 'أعمال فشلت' }).click()
      await page.waitForURL(`**${dashboardPaths.jobs}?state=failed`)
      const kirkuk = page.getByRole('listitem').filter({ hasText: 'نتائج كركوك.zip' })
      await kirkuk.getByText('كلمة مرور تحمي الملف.').waitFor()
      await kirkuk.getByText('أزلها ثم ارفعه من جديد.').waitFor()

      isFailing = false
      const repeat = page.getByRole('button', { name: 'إعادة: نتائج كركوك.zip' })
      await repeat.focus()
      await page.keyboard.press('Enter')
      await kirkuk.getByText('يعمل الآن').waitFor()
      await kirkuk.getByText('٣ من ١٢').waitFor()
      const top = async () => (await kirkuk.boundingBox())?.y
      const before = await top()
      await want('نتائج البصرة.zip')
      await page.getByRole('button', { name: 'أعمال جديدة: حدّث القائمة' }).waitFor({ timeout: 20_000 })
      expect(await top()).toBe(before)
      const bottom = async () => {
        const box = await kirkuk.boundingBox()
        return box && box.y + box.height
      }
      const end = await bottom()
      gate.resolve()
      await kirkuk.getByText('اكتمل').waitFor()
      expect(await bottom()).toBe(end)
      await reaches('نتائج البصرة.zip', 'done')

      await want('نتائج واسط.zip', new Date(Date.now() + 3_600_000))
      await page.getByRole('combobox', { name: /^الحالة/ }).selectOption('waiting')
      const wasit = page.getByRole('listitem').filter({ hasText: 'نتائج واسط.zip' })
      await wasit.getByText('مؤجل').waitFor()
      const title = await wasit.getByText('نتائج واسط.zip', { exact: true }).boundingBox()
      const button = await wasit.getByRole('button').boundingBox()
      expect((button?.y ?? 0) - (title?.y ?? 0) - (title?.height ?? 0)).toBeLessThan(32)

      gate = Promise.withResolvers()
      await want('نتائج ميسان.zip')
      await reaches('نتائج ميسان.zip', 'running')
      await page.getByRole('combobox', { name: /^الحالة/ }).selectOption('running')
      await page.getByRole('button', { name: 'إلغاء: نتائج ميسان.zip' }).click()
      const maysan = page.getByRole('listitem').filter({ hasText: 'نتائج ميسان.zip' })
      await maysan.getByText('أُلغي').waitFor()
      gate.resolve()
    },
  )
})
