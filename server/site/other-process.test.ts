import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openBesides, openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { newsInput } from '#test/news-input.ts'
import { openQuietProxy } from '#test/quiet-proxy.ts'

/** On a machine that is busy with other tests. */
const soon = { timeout: 10_000 }

describe.runIf(hasPostgres())('the pages of a process beside the one that writes', () => {
  let writing: TestApp
  let staff: TestStaff
  let beside: Awaited<ReturnType<typeof openBesides>>
  let rendered = 0

  beforeAll(async () => {
    writing = await openTestApp({ engine: 'postgres' })
    staff = await writing.signIn()
    beside = await openBesides(writing)
    const { listOfSite } = beside.services.news
    beside.services.news.listOfSite = query => {
      rendered += 1
      return listOfSite(query)
    }
  })
  afterAll(async () => {
    await beside.close()
    await writing.close()
  })

  const shows = async (path: string, text: string) => (await beside.app.inject(path)).body.includes(text)

  it('are kept until the other writes, and show what it has added, changed and deleted', async () => {
    await beside.app.inject('/news')
    await beside.app.inject('/news')
    expect(rendered).toBe(1)

    const added = await staff.send('POST', '/api/news', newsInput({ title: 'موعد الامتحانات' }))
    await expect.poll(() => shows('/news', 'موعد الامتحانات'), soon).toBe(true)
    const { id } = added.json().data
    await staff.send('PUT', `/api/news/${id}`, newsInput({ title: 'تأجيل الامتحانات' }))
    await expect.poll(() => shows('/news', 'تأجيل الامتحانات'), soon).toBe(true)
    await staff.send('DELETE', `/api/news/${id}`)
    await expect.poll(() => shows('/news', 'تأجيل الامتحانات'), soon).toBe(false)
    const renderedBefore = rendered
    await beside.app.inject('/news')
    expect(rendered).toBe(renderedBefore)
  })

  it('have the totals of lists that the other has changed', async () => {
    const totalBeside = async () => (await beside.app.inject('/api/news?limit=1')).json().data.total
    await staff.send('POST', '/api/news', newsInput({ title: 'موعد التسجيل' }))
    await staff.send('POST', '/api/news', newsInput({ title: 'موعد الدوام' }))
    await expect.poll(totalBeside, soon).toBe(2)
    const added = await staff.send('POST', '/api/news', newsInput({ title: 'موعد العطلة' }))
    await expect.poll(totalBeside, { timeout: limits.listTotalFreshMs / 2 }).toBe(3)
    await staff.send('DELETE', `/api/news/${added.json().data.id}`)
    await expect.poll(totalBeside, { timeout: limits.listTotalFreshMs / 2 }).toBe(2)
  })

  it('show the settings that the other has changed', async () => {
    const address = 'hello@rafid.example'
    const { data } = (await staff.send('GET', '/api/settings')).json()
    expect(await shows('/contact', address)).toBe(false)
    const saved = await staff.send('PUT', '/api/settings', { ...data, contactEmail: address })
    expect(saved.statusCode, saved.body).toBe(200)
    await expect.poll(() => shows('/contact', address), soon).toBe(true)
  })

  it.runIf(process.env['TEST_DATABASE_URL'] === undefined)(
    'are shown anew when the line on which it listens fell silent without being closed',
    async () => {
      const direct = new URL(writing.database.options.databaseUrl ?? '')
      const proxy = await openQuietProxy(direct.searchParams.get('host') ?? '')
      const databaseUrl = `${direct.href.split('?')[0]}?host=${encodeURIComponent(proxy.directory)}`
      try {
        const deaf = await openBesides(writing, {}, { databaseUrl, listenBeatMs: 500 })
        try {
          const isShown = async (title: string) => (await deaf.app.inject('/news')).body.includes(title)
          await staff.send('POST', '/api/news', newsInput({ title: 'ما سُمع' }))
          await expect.poll(() => isShown('ما سُمع'), soon).toBe(true)
          proxy.hushListening()
          expect(await isShown('ما لم يُسمع')).toBe(false)
          await staff.send('POST', '/api/news', newsInput({ title: 'ما لم يُسمع' }))
          await expect.poll(() => isShown('ما لم يُسمع'), soon).toBe(true)
        } finally {
          await deaf.close()
        }
      } finally {
        await proxy.close()
      }
    },
    30_000,
  )
})
