import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { limits } from '#contract/limits.ts'
import { openTestApp, type TestApp } from '#test/build-app.ts'
import { bookInput, examInput, noteInput } from '#test/factories.ts'
import { newsInput } from '#test/news-input.ts'

describe('the title of a list', () => {
  let site: TestApp

  beforeAll(async () => {
    site = await openTestApp()
    const staff = await site.signIn('admin')
    const add = async (path: string, count: number, input: object) => {
      for (let index = 0; index < count; index += 1) {
        const answer = await staff.send('POST', path, input)
        expect(answer.statusCode, answer.body).toBe(201)
      }
    }
    await add(apiPaths.books, limits.booksPerPage + 1, bookInput())
    await add(apiPaths.notes, limits.notesPerPage + 1, noteInput())
    await add(apiPaths.exams, limits.examsPerPage + 1, examInput())
    await add(apiPaths.news, limits.newsPerPage + 1, newsInput())
  })
  afterAll(() => site.close())

  async function titleOf(url: string): Promise<string | undefined> {
    const { statusCode, body } = await site.app.inject({ url })
    expect(statusCode, url).toBe(200)
    return /<title>([^<]*)<\/title>/.exec(body)?.[1]
  }

  it.each([
    '/books/preparatory',
    '/notes/intermediate',
    '/ministerial/sixth-primary?subject=ARABIC',
    '/news',
  ])('says which page of it is shown, where that is not the first: %s', async list => {
    const first = await titleOf(list)
    expect(first).not.toContain('الصفحة')
    const second = await titleOf(`${list}${list.includes('?') ? '&' : '?'}page=2`)
    expect(second).toBe(`${first}، الصفحة ٢`)
  })
})
