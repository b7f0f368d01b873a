import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPaths, dashboardPaths, releaseHeader, staffApiPath } from '#contract/paths.ts'
import { openTestApp, type TestApp, type TestStaff } from '#test/build-app.ts'

describe('the release of the dashboard', () => {
  let site: TestApp
  let staff: TestStaff
  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  it('stands in answers to staff as the script that the document of now begins with', async () => {
    const document = await site.app.inject({ url: dashboardPaths.overview })
    const answer = await staff.send('GET', staffApiPath(apiPaths.books))
    const release = answer.headers[releaseHeader]
    expect(document.body).toContain(`<script type="module" crossorigin src="/assets/${String(release)}">`)
  })

  it('stands in no answer to visitors', async () => {
    for (const url of [apiPaths.books, '/books/primary', apiPaths.csrfToken]) {
      const { statusCode, headers } = await site.app.inject({ url })
      expect(statusCode, url).toBe(200)
      expect(headers, url).not.toHaveProperty(releaseHeader)
    }
  })
})
