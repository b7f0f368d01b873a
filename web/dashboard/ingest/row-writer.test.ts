import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  IngestChange,
  IngestChangesAnswer,
  IngestRow,
  IngestValues,
} from '#contract/resources/ingest.ts'
import { ingestRow, ingestValues } from '#test/ingest-rows.ts'
import { ApiError } from '#web/api-client.ts'
import { createRowWriter, toldConflicts } from './row-writer.ts'

const rowOf = (id: string, version: number, said: Partial<IngestValues> = {}) =>
  ingestRow(id, { version, values: ingestValues(said) })

type Answer = IngestChangesAnswer

function open(isOwner = () => true) {
  const calls: {
    ingestId: string
    rows: readonly IngestChange[]
    answer: (answer: Answer | Error) => void
  }[] = []
  const writer = createRowWriter({
    send: (ingestId, rows) =>
      new Promise((resolve, reject) => {
        const answer = (given: Answer | Error) => (given instanceof Error ? reject(given) : resolve(given))
        calls.push({ ingestId, rows, answer })
      }),
    onRows: async () => undefined,
    isOwner,
  })
  const call = (at: number) => {
    const found = calls[at]
    if (!found) throw new Error(`There is no call ${at}.`)
    return found
  }
  const answer = async (at: number, given: Answer | Error) => {
    call(at).answer(given)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { writer, calls, call, answer }
}

describe('what is typed into rows', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('addEventListener', vi.fn())
    vi.stubGlobal('removeEventListener', vi.fn())
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('is written one portion after the other, over what one has written oneself', async () => {
    const { writer, calls, call, answer } = open()
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أ' } })
    const writes = [writer.write('a'), writer.write('a'), writer.write('a')]
    await vi.advanceTimersByTimeAsync(0)
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أب' } })
    expect(calls).toHaveLength(1)
    await answer(0, { rows: [rowOf('1', 2, { title: 'أ' })], stale: [] })
    expect(call(1).rows).toEqual([{ id: '1', version: 2, values: { title: 'أب' } }])
    await answer(1, { rows: [rowOf('1', 3, { title: 'أب' })], stale: [] })
    expect(await Promise.all(writes)).toEqual([true, true, true])
    expect([calls.length, writer.state().typed.size]).toEqual([2, 0])
  })

  it('says of rows that were looked at when they had changed a moment ago, once for each, until they are looked at anew', async () => {
    const { writer, call, answer } = open()
    const filled = ['1', '2'].map(id => rowOf(id, 2, { subject: 'PHYSICS' }))
    const told = () => writer.state().conflicts.map(({ row, mine }) => [row.id, row.version, mine])
    writer.type('a', [rowOf('1', 1), rowOf('2', 1)], { isSeen: true })
    const write = writer.write('a')
    await vi.advanceTimersByTimeAsync(0)
    await answer(0, { rows: [], stale: filled })
    expect(await write).toBe(false)
    expect(told()).toEqual([
      ['1', 2, {}],
      ['2', 2, {}],
    ])
    writer.settle(writer.state().conflicts, true)
    expect(told()).toEqual([])
    await vi.advanceTimersByTimeAsync(500)
    expect(call(1).rows).toEqual(['1', '2'].map(id => ({ id, version: 2, isSeen: true })))
    await answer(1, { rows: [], stale: filled.map(row => ({ ...row, version: 3 })) })
    expect(told()).toHaveLength(2)
    /* Whoever writes into one has seen it. */
    writer.type('a', [rowOf('1', 3)], { values: { title: 'أ' }, isSeen: false })
    await vi.advanceTimersByTimeAsync(500)
    await answer(2, { rows: [rowOf('1', 4, { title: 'أ' })], stale: [] })
    expect(told()).toEqual([['2', 3, {}]])
    writer.type('a', [rowOf('2', 3)], { isSeen: true })
    await vi.advanceTimersByTimeAsync(500)
    await answer(3, { rows: [], stale: [{ ...rowOf('2', 4), isSeen: true }] })
    expect(told()).toEqual([])
  })

  it('asks for a look that was lost also where what was typed is what came', async () => {
    const { writer, answer } = open()
    writer.type('a', [rowOf('1', 1)], { values: { subject: 'PHYSICS' }, isSeen: false })
    writer.type('a', [rowOf('1', 1)], { isSeen: true })
    const write = writer.write('a')
    await vi.advanceTimersByTimeAsync(0)
    await answer(0, { rows: [], stale: [rowOf('1', 2, { subject: 'PHYSICS' })] })
    expect(await write).toBe(false)
    expect(writer.state().conflicts).toMatchObject([{ row: { version: 2 }, mine: {} }])
  })

  it('knows what only its first page has changed', async () => {
    const { writer, answer } = open()
    const before = { ...rowOf('1', 1), doubts: { stage: 'page', kind: 'sure' } as const }
    const read = {
      ...rowOf('1', 2, { subject: 'PHYSICS' }),
      doubts: { ...before.doubts, subject: 'page' as const },
    }
    const guessed = { ...rowOf('3', 2), doubts: { ...read.doubts, title: 'guess' as const } }
    const typed = { ...read, id: '4', changedBy: { name: 'زينب', isYou: false } }
    const rows = ['1', '2', '3', '4'].map(id => ({ ...before, id }))
    writer.type('a', rows, { isSeen: true })
    await vi.advanceTimersByTimeAsync(500)
    await answer(0, { rows: [], stale: [read, { ...before, id: '2', version: 2 }, guessed, typed] })
    expect(writer.state().conflicts.map(({ isOfPage }) => isOfPage)).toEqual([true, false, false, false])
  })

  it('is told of as a lost look only while its row is there, open and not looked at', () => {
    const conflict = { ingestId: 'a', row: rowOf('1', 2), mine: {}, isOfPage: false }
    const record = { kind: 'book' as const, id: '7', batchId: '8' }
    const told = (mine: Partial<IngestValues>, ...rows: IngestRow[]) =>
      toldConflicts([{ ...conflict, mine }], rows).length
    expect(told({}, rowOf('1', 3))).toBe(1)
    expect([
      told({}),
      told({}, { ...rowOf('1', 3), record }),
      told({}, { ...rowOf('1', 3), isSeen: true }),
    ]).toEqual([0, 0, 0])
    expect(told({ title: 'أ' })).toBe(1)
  })

  it('is written over the version of its first letter, never over one that came meanwhile', async () => {
    const { writer, call, answer } = open()
    writer.type('a', [rowOf('1', 1)], { values: { title: 'ل' } })
    writer.type('a', [rowOf('1', 2)], { values: { title: 'لي' } })
    const write = writer.write('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(call(0).rows).toMatchObject([{ version: 1 }])
    writer.type('a', [rowOf('1', 2)], { values: { teacher: 'كرار' } })
    await answer(0, { rows: [], stale: [rowOf('1', 2, { title: 'لزميل' })] })
    expect(await write).toBe(false)
    const [conflict] = writer.state().conflicts
    expect(conflict).toMatchObject({ row: { version: 2 }, mine: { title: 'لي', teacher: 'كرار' } })
    if (conflict) writer.settle([conflict], true)
    await vi.advanceTimersByTimeAsync(500)
    expect(call(1).rows).toMatchObject([{ version: 2, values: { title: 'لي', teacher: 'كرار' } }])
  })

  it('is no conflict when only the answer to it was lost', async () => {
    const { writer, call, answer } = open()
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أ ' } })
    await vi.advanceTimersByTimeAsync(500)
    await answer(0, new Error('lost'))
    expect(writer.state().failure).not.toBe('')
    await vi.advanceTimersByTimeAsync(3000)
    expect(call(1).rows).toEqual(call(0).rows)
    await answer(1, { rows: [], stale: [rowOf('1', 2, { title: 'أ' })] })
    expect(writer.state()).toMatchObject({ conflicts: [], failure: '' })
  })

  it('goes to its own import, whichever one is open', async () => {
    const { writer, calls, answer } = open()
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أ' } })
    writer.type('b', [rowOf('2', 4)], { isSeen: true })
    await vi.advanceTimersByTimeAsync(500)
    await answer(0, new Error('refused'))
    expect(calls.map(({ ingestId, rows }) => [ingestId, rows])).toEqual([
      ['a', [{ id: '1', version: 1, values: { title: 'أ' } }]],
      ['b', [{ id: '2', version: 4, isSeen: true }]],
    ])
    await answer(1, { rows: [rowOf('2', 5)], stale: [] })
    expect([...writer.state().typed.keys()]).toEqual(['1'])
  })

  it('is no conflict either when somebody went on typing after an answer was lost', async () => {
    const { writer, calls, call, answer } = open()
    const stored = rowOf('1', 2, { title: 'أ' })
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أ' } })
    await vi.advanceTimersByTimeAsync(500)
    await answer(0, new Error('lost'))
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أب' } })
    await vi.advanceTimersByTimeAsync(3000)
    await answer(1, new Error('lost'))
    await vi.advanceTimersByTimeAsync(3000)
    await answer(2, { rows: [], stale: [stored] })
    expect(writer.state().conflicts).toEqual([])
    expect(call(3).rows).toEqual([{ id: '1', version: 2, values: { title: 'أب' } }])
    await answer(3, { rows: [], stale: [rowOf('1', 3, { title: 'أ', teacher: 'كرار' })] })
    expect(writer.state().conflicts).toHaveLength(1)
    expect([calls.length, writer.state().typed.size]).toEqual([4, 0])
  })

  it('is told of when its row became a record before it was written', async () => {
    const { writer, answer } = open()
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أ' } })
    await vi.advanceTimersByTimeAsync(500)
    const record = { kind: 'book' as const, id: '7', batchId: '8' }
    await answer(0, { rows: [], stale: [{ ...rowOf('1', 2), record }] })
    expect(writer.state().conflicts).toMatchObject([{ row: { record }, mine: { title: 'أ' } }])
  })

  it('is sent once when the server refuses it, stays there, and can be tried again or given up', async () => {
    const { writer, calls, answer } = open()
    const refusal = () => new ApiError('ingest_not_found', 'انتهى', { status: 404 })
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أ' } })
    writer.type('b', [rowOf('2', 1)], { values: { title: 'ب' } })
    const writes = [writer.write('a'), writer.write('b')]
    await vi.advanceTimersByTimeAsync(0)
    await answer(0, refusal())
    await answer(1, { rows: [rowOf('2', 2)], stale: [] })
    expect(await Promise.all(writes)).toEqual([false, true])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(2)
    expect(writer.state()).toMatchObject({ failure: '' })
    expect(writer.state().typed.get('1')).toMatchObject({ values: { title: 'أ' }, refusal: 'انتهى' })
    expect(removeEventListener).toHaveBeenLastCalledWith('beforeunload', expect.anything())
    writer.settleRefused('a', true)
    await vi.advanceTimersByTimeAsync(500)
    await answer(2, refusal())
    writer.settleRefused('a', false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([calls.length, writer.state().typed.size]).toEqual([3, 0])
  })

  it('waits for the one who typed it while nobody or somebody else is signed in', async () => {
    let isOwner = false
    const { writer, calls } = open(() => isOwner)
    writer.type('a', [rowOf('1', 1)], { values: { title: 'أ' } })
    expect(await writer.write('a')).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toEqual([])
    isOwner = true
    await vi.advanceTimersByTimeAsync(3000)
    expect(calls).toHaveLength(1)
  })
})
