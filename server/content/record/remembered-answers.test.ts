import { expect, it, onTestFinished, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openBesides, openTestApp } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { bookInput } from '#test/factories.ts'
import { countStatements } from '#test/statements.ts'
import { keyOfList, rememberAnswers } from './remembered-answers.ts'

/** Those that read a page of books; work in the background reads books too, in other ways. */
const ofList = (statements: string[]) =>
  statements.filter(text => text.includes('from "books"') && /\blimit \$/.test(text))

it('a list of the API is not asked of the database twice, and after a change it is', async () => {
  const site = await openTestApp()
  const staff = await site.signIn()
  const ask = (query: string) => site.app.inject({ url: `/api/books?${query}` })
  const titles = async (query: string) =>
    (await ask(query)).json().data.books.map(({ title }: { title: string }) => title)
  try {
    await staff.send('POST', '/api/books', { ...bookInput(), title: 'أول' })
    let first: Awaited<ReturnType<typeof ask>> | undefined
    const askedFirst = await countStatements(async () => {
      first = await ask('limit=10')
    })
    expect(ofList(askedFirst)).toHaveLength(1)
    expect(askedFirst.filter(text => text.includes('row_counts'))).toEqual(ofList(askedFirst))
    const askedAgain = await countStatements(async () => {
      const again = await ask('limit=10')
      expect([again.statusCode, again.body]).toEqual([200, first?.body])
      expect(again.headers['content-type']).toBe(first?.headers['content-type'])
    })
    expect(ofList(askedAgain)).toEqual([])
    const added = (await staff.send('POST', '/api/books', { ...bookInput(), title: 'ثان' })).json().data
    expect(await titles('limit=10')).toEqual(['ثان', 'أول'])
    expect(await titles('limit=1')).toEqual(['ثان'])
    await staff.send('PUT', `/api/books/${added.id}`, {
      ...bookInput(),
      title: 'ثالث',
      version: added.version,
    })
    expect(await titles('limit=10')).toEqual(['ثالث', 'أول'])
    await staff.send('DELETE', `/api/books/${added.id}`)
    expect(await titles('limit=10')).toEqual(['أول'])
    expect((await ask('file=heavy')).statusCode).toBe(422)
  } finally {
    await site.close()
  }
})

it.runIf(hasPostgres())('what another process writes is told from its answers on', async () => {
  const site = await openTestApp({ engine: 'postgres' })
  onTestFinished(site.close)
  const other = await openBesides(site)
  onTestFinished(other.close)
  const staff = await site.signIn()
  const totalThere = async () =>
    (await other.app.inject({ url: '/api/books?limit=10' })).json().data.total as number
  expect(await totalThere()).toBe(0)
  const untouched = await countStatements(async () => expect(await totalThere()).toBe(0))
  expect(ofList(untouched)).toEqual([])
  await staff.send('POST', '/api/books', bookInput())
  await expect.poll(totalThere, { timeout: limits.listTotalFreshMs / 2 }).toBe(1)
})

it('remembers no answer that a change overtook, that is old or for what was typed', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let forget = () => {}
  const answers = rememberAnswers(handler => (forget = handler))
  answers.begin('a')('one')
  expect(answers.find('a')).toBe('one')
  vi.advanceTimersByTime(limits.listTotalFreshMs)
  expect(answers.find('a')).toBeUndefined()
  const overtaken = answers.begin('a')
  forget()
  overtaken('old')
  expect(answers.find('a')).toBeUndefined()
  expect([keyOfList({ limit: 10, search: 'فيزياء' }), keyOfList({ missing: 'file' })]).toEqual([
    undefined,
    undefined,
  ])
  expect(keyOfList({ limit: 10, stage: undefined })).toBe(keyOfList({ limit: 10 }))
})

it('remembers as many bytes as are allowed in all, the newest', () => {
  let change = () => {}
  const answers = rememberAnswers(handler => (change = handler))
  const known = () => [...'abcdef'].filter(key => answers.find(key) !== undefined).join('')
  const allLetters = limits.listAnswerBytes / 2
  const third = 'ب'.repeat(Math.floor(allLetters / 3) - 1)
  const keep = (keys: string, body = third) => [...keys].forEach(key => answers.begin(key)(body))
  keep('f', 'ب'.repeat(allLetters))
  expect(known()).toBe('')
  keep('f', 'ب'.repeat(allLetters - 1))
  expect(known()).toBe('f')
  keep('abc')
  expect(known()).toBe('abc')
  keep('d')
  expect(known()).toBe('bcd')
  keep('b')
  expect(known()).toBe('bcd')
  keep('e', third + third)
  expect(known()).toBe('be')
  change()
  keep('abc')
  expect(known()).toBe('abc')
})
