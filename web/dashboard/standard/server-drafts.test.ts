import { afterEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { FormDraft } from '#contract/resources/form-draft.ts'
import { fakeFetch, json } from '#test/requests.ts'
import { restoreServerDraft } from './server-drafts.ts'

afterEach(() => vi.unstubAllGlobals())

it('puts a removed draft back beside what others know by its id, and twice as once', async () => {
  const asked: unknown[] = []
  fakeFetch(({ url, body }) => {
    if (url === apiPaths.csrfToken) return json({ csrfToken: 'x' })
    asked.push([url, body])
    return json({ data: {} })
  })
  const draft: FormDraft = {
    id: 'a',
    form: 'books/new',
    title: 'كتاب',
    version: 3,
    owner: 'سارة',
    changedAt: '2026-11-22T00:00:00Z',
    goesAt: '2027-02-20T00:00:00Z',
    content: { values: { title: 'كتاب' } },
  }
  await restoreServerDraft(draft)
  await restoreServerDraft(draft)
  const { form, title, content } = draft
  const put = [apiPaths.formDraft('a-3'), { form, title, content, version: 0, writer: 'a-3' }]
  expect(asked).toEqual([put, put])
})
