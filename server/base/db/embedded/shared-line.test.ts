import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { shareLine } from './shared-line.ts'

/** A pool of one line, whose statements are answered by hand. */
function poolOfOne() {
  const asked: { text: string; line: number; answer: PromiseWithResolvers<unknown> }[] = []
  const waiting: PromiseWithResolvers<void>[] = []
  let isTaken = false
  let lines = 0
  let refusal: Error | undefined
  const take = async (): Promise<PostgresPoolClient> => {
    if (refusal) throw refusal
    if (isTaken) {
      const turn = Promise.withResolvers<void>()
      waiting.push(turn)
      await turn.promise
    }
    isTaken = true
    lines += 1
    const line = lines
    return {
      query(text: string) {
        const answer = Promise.withResolvers<unknown>()
        asked.push({ text, line, answer })
        return answer.promise
      },
      release() {
        isTaken = false
        waiting.shift()?.resolve()
      },
    } as unknown as PostgresPoolClient
  }
  const pool: PostgresPool = { connect: take, end: async () => {}, options: {} }
  let writes = 0
  const shared = shareLine(
    pool,
    () => waiting.length > 0,
    () => (writes += 1),
  )
  const told = () => new Promise(resolve => setImmediate(resolve))
  async function answer(found: (typeof asked)[number] | undefined, error?: Error): Promise<void> {
    if (error) found?.answer.reject(error)
    else found?.answer.resolve({ rows: [] })
    await told()
  }
  return {
    writes: () => writes,
    texts: () => asked.map(({ text, line }) => `${line} ${text}`),
    refuse: (reason: Error | undefined) => (refusal = reason),
    /** Refuses the first of those who wait. */
    tire: (reason: Error) => waiting.shift()?.reject(reason),
    told,
    answer: (text: string, error?: Error) =>
      answer(
        asked.find(each => each.text === text),
        error,
      ),
    answerLast: (text: string, error?: Error) =>
      answer(
        asked.findLast(each => each.text === text),
        error,
      ),
    /** Asks as Kysely does, on a client of its own that is given back. */
    async ask(text: string) {
      const client = await shared.connect()
      try {
        return await client.query(text, [])
      } finally {
        client.release()
      }
    },
    client: () => shared.connect(),
  }
}

describe('a line that is shared', () => {
  it('takes statements that stand alone before the earlier ones are answered', async () => {
    const line = poolOfOne()
    const answers = [line.ask('select a'), line.ask('select b'), line.ask('select c')]
    await line.told()
    expect(line.texts()).toEqual(['1 select a', '1 select b', '1 select c'])
    for (const text of ['select a', 'select b', 'select c']) await line.answer(text)
    await Promise.all(answers)
  })

  it('is a transaction’s alone, which has it in its turn', async () => {
    const line = poolOfOne()
    const before = line.ask('select before')
    await line.told()
    const client = await line.client()
    const transaction = (async () => {
      await client.query('begin', [])
      await client.query('write', [])
      await client.query('commit', [])
      client.release()
    })()
    await line.told()
    const after = [line.ask('select after'), line.ask('select after too')]
    await line.told()
    expect(line.texts()).toEqual(['1 select before'])
    for (const text of ['select before', 'begin', 'write']) await line.answer(text)
    expect(line.texts()).toEqual(['1 select before', '2 begin', '2 write', '2 commit'])
    await line.answer('commit')
    expect(line.texts().slice(4)).toEqual(['3 select after', '3 select after too'])
    for (const text of ['select after', 'select after too']) await line.answer(text)
    await Promise.all([before, transaction, ...after])
  })

  it('is alone for what writes', async () => {
    const line = poolOfOne()
    const answers = ['insert a', 'select b', 'with c as (delete from d) select c'].map(text => line.ask(text))
    await line.told()
    expect(line.texts()).toEqual(['1 insert a'])
    await line.answer('insert a')
    expect(line.texts().slice(1)).toEqual(['2 select b'])
    await line.answer('select b')
    expect(line.texts().slice(2)).toEqual(['3 with c as (delete from d) select c'])
    await line.answer('with c as (delete from d) select c')
    await Promise.all(answers)
  })

  it('counts what writes once it has the line, and no read', async () => {
    const line = poolOfOne()
    const before = line.ask('select before')
    const written = line.ask('insert a')
    await line.told()
    expect(line.writes()).toBe(0)
    await line.answer('select before')
    expect(line.writes()).toBe(1)
    const client = await line.client()
    const transaction = (async () => {
      for (const text of ['begin', 'select b', 'commit']) await client.query(text, [])
      client.release()
    })()
    await line.answer('insert a')
    for (const [text, count] of [
      ['begin', 2],
      ['select b', 3],
      ['commit', 3],
    ] as const) {
      await line.answer(text)
      expect(line.writes(), text).toBe(count)
    }
    const after = line.ask('select after')
    await line.told()
    expect(line.writes()).toBe(3)
    await line.answer('select after')
    await Promise.all([before, written, transaction, after])
  })

  it('is lost to the read that it was lost with alone; those behind it are sent once more', async () => {
    const line = poolOfOne()
    const [first, second, third] = ['select a', 'select b', 'select c'].map(text => line.ask(text))
    await line.told()
    const failed = expect(first).rejects.toMatchObject({ code: 'unavailable' })
    for (const text of ['select a', 'select b', 'select c'])
      await line.answer(text, new AppError('unavailable'))
    await failed
    expect(line.texts().slice(3)).toEqual(['2 select b'])
    await line.answerLast('select b')
    expect(line.texts().slice(4)).toEqual(['3 select c'])
    const lost = expect(third).rejects.toMatchObject({ code: 'unavailable' })
    await line.answerLast('select c', new AppError('unavailable'))
    await Promise.all([second, lost])
  })

  it('stays shared after a read that failed by itself', async () => {
    const line = poolOfOne()
    const failing = line.ask('select failing')
    const beside = line.ask('select beside')
    await line.told()
    const failed = expect(failing).rejects.toThrow('no such column')
    await line.answer('select failing', new Error('no such column'))
    await failed
    await line.answer('select beside')
    await beside
    expect(line.texts()).toEqual(['1 select failing', '1 select beside'])
  })

  it('fails whoever waits for it when it cannot be had, and is asked for anew after that', async () => {
    const line = poolOfOne()
    line.refuse(new Error('away'))
    const refused = await Promise.allSettled([line.ask('select a'), line.ask('select b')])
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    line.refuse(undefined)
    const answer = line.ask('select c')
    await line.told()
    await line.answer('select c')
    await answer
    expect(line.texts()).toEqual(['1 select c'])
  })
  it('is shared by so many at once that each comes in its turn, and the others wait where waiting has an end', async () => {
    const line = poolOfOne()
    const texts = Array.from({ length: 80 }, (_, at) => `select ${at}`)
    const answers = texts.map(text => line.ask(text))
    await line.told()
    expect(line.texts().length).toBeLessThan(texts.length)
    for (const text of texts) await line.answer(text)
    await Promise.all(answers)
    expect(line.texts().map(text => text.slice(text.indexOf(' ') + 1))).toEqual(texts)
  })

  it('is waited for once more by whoever came while others waited in vain', async () => {
    const line = poolOfOne()
    const writing = line.ask('insert a')
    await line.told()
    const [tired, later] = ['select b', 'select c'].map(text => line.ask(text))
    await line.told()
    const refused = expect(tired).rejects.toThrow('no line in time')
    line.tire(new Error('no line in time'))
    await refused
    await line.answer('insert a')
    await line.answer('select c')
    await Promise.all([writing, later])
  })

  it('is taken once by statements of one client that are sent together, and comes back after them', async () => {
    const line = poolOfOne()
    const client = await line.client()
    const writing = ['insert a', 'insert b'].map(text => client.query(text, []))
    await line.told()
    expect(line.texts()).toEqual(['1 insert a', '1 insert b'])
    for (const text of ['insert a', 'insert b']) await line.answer(text)
    await Promise.all(writing)
    client.release()
    const answer = line.ask('select c')
    await line.told()
    await line.answer('select c')
    await answer
  })

  it('comes back from a client that was given back while it waited for it', async () => {
    const line = poolOfOne()
    const before = line.ask('insert a')
    await line.told()
    const client = await line.client()
    const late = client.query('insert b', [])
    client.release()
    await line.answer('insert a')
    await line.answer('insert b')
    const answer = line.ask('insert c')
    await line.told()
    await line.answer('insert c')
    await Promise.all([before, late, answer])
  })
})
