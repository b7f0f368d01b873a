import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPaths, paths } from '#contract/paths.ts'
import { counts } from '#server/base/counts.ts'
import { openTestApp, type TestApp, type TestStaff } from '#test/build-app.ts'
import { bookInput, examInput, noteInput } from '#test/factories.ts'

const shownPlace = { stage: 'SIXTH_PRIMARY', branch: undefined, subject: 'MATH' } as const
const otherPlace = { stage: 'THIRD_INTERMEDIATE', branch: undefined, subject: 'ENGLISH' } as const
type Place = typeof shownPlace | typeof otherPlace

/* A page of a handout says how many there are of its teacher. */
const inputOf = {
  books: bookInput,
  notes: (change: Parameters<typeof noteInput>[0]) =>
    noteInput({ teacher: `مدرّس ${change?.stage}`, ...change }),
  exams: examInput,
}
const lists = ['books', 'notes', 'exams'] as const
type Saved = Record<(typeof lists)[number], { id: string; version: number }>

describe('a page that a change makes stale', () => {
  let site: TestApp
  let staff: TestStaff
  let shown: Saved
  let beside: Saved

  async function send(method: 'GET' | 'POST' | 'PUT', path: string, input?: object) {
    const answer = await staff.send(method, path, input)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json().data
  }

  async function addOfEach(place: Place): Promise<Saved> {
    const added: Partial<Saved> = {}
    for (const list of lists) added[list] = await send('POST', apiPaths[list], inputOf[list](place))
    return added as Saved
  }

  async function changeOfEach(saved: Saved, place: Place) {
    for (const list of lists) {
      const { id, version } = saved[list]
      const input = inputOf[list]({ ...place, title: `عنوان ${version}`, version })
      saved[list] = await send('PUT', `${apiPaths[list]}/${id}`, input)
    }
  }

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn('admin')
    shown = await addOfEach(shownPlace)
    beside = await addOfEach(otherPlace)
  })
  afterAll(() => site.close())

  async function ask(url: string) {
    const before = counts.renders
    const { statusCode, body, headers } = await site.app.inject({ url })
    expect(statusCode, url).toBe(200)
    const { date: _, 'x-request-id': __, ...same } = headers
    return { answer: { body, headers: same }, renders: counts.renders - before }
  }

  const pages: [string, () => string][] = [
    ['a list of books', () => paths.booksOfStage('PRIMARY')],
    ['a list of handouts', () => paths.notesOfStage('PRIMARY')],
    ['a book', () => paths.book(shown.books.id)],
    ['a handout', () => paths.note(shown.notes.id)],
    ['an exam', () => paths.exam(shown.exams.id)],
    ['the stages of books', () => paths.books],
    ['the stages of handouts', () => paths.notes],
    ['the grades of exams', () => paths.exams],
    ['repeated questions', () => paths.questionsOfGrade('SIXTH_PRIMARY')],
  ]

  it.each(pages)('is not drawn again while nothing that it shows is another: %s', async (_name, urlOf) => {
    const first = await ask(urlOf())
    expect(first.renders).toBe(1)
    await changeOfEach(beside, otherPlace)
    expect(await ask(urlOf())).toEqual({ ...first, renders: 0 })
  })

  it.each(pages.slice(0, 5))('is drawn from what it shows now: %s', async (_name, urlOf) => {
    await ask(urlOf())
    await changeOfEach(shown, shownPlace)
    const { answer, renders } = await ask(urlOf())
    expect(renders).toBe(1)
    expect(answer.body).toContain(`عنوان ${shown.books.version - 1}`)
  })

  it.each(pages)('is drawn with the settings as they are now: %s', async (_name, urlOf) => {
    await ask(urlOf())
    const settings = await send('PUT', '/api/settings', {
      ...(await send('GET', '/api/settings')),
      promotionLink: `https://t.me/${crypto.randomUUID()}`,
    })
    const { answer, renders } = await ask(urlOf())
    expect(renders).toBe(1)
    expect(answer.body).toContain(settings.promotionLink)
  })
})
