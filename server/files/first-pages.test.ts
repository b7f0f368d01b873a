import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { explainFailure } from '#server/jobs/job-failure.ts'
import type { PagePictures } from './files.types.ts'
import { firstPagesHandler } from './first-pages.job.ts'
import { TaskTimeout } from './task-timeout.ts'

const pageCount = 4

/** Draws pages of which some fail. Shape: which were asked for, and what the job ended with. */
async function drawWith(failures: Partial<Record<number, ErrorCode>>, cause?: Error) {
  const asked: number[] = []
  const knownAgain: string[] = []
  const pagePictures: PagePictures = {
    facts: async () => ({ pageCount, shapes: [[pageCount, 1415]], outline: [] }),
    factsKnown: () => Promise.reject(new Error('not asked for')),
    factsSoon: () => Promise.reject(new Error('not asked for')),
    async get(_, page) {
      asked.push(page)
      const code = failures[page]
      if (code !== undefined) throw new AppError(code, { cause })
      return Buffer.alloc(1)
    },
    isDrawn: async () => false,
    drawJpeg: () => Promise.reject(new Error('not asked for')),
    strip: () => Promise.reject(new Error('not asked for')),
    sheetText: () => Promise.reject(new Error('not asked for')),
    close: async () => undefined,
  }
  const steps = { signal: new AbortController().signal, progress: () => undefined } as unknown as JobSteps
  const ended = firstPagesHandler({
    pagePictures,
    likeness: { preparePdf: sha256 => void knownAgain.push(sha256) },
  }).work(steps, {
    sha256: 'a',
  })
  const failure = await ended.then(
    () => undefined,
    (error: unknown) => explainFailure(error),
  )
  return { asked, knownAgain, failure }
}

describe('the drawing of first pages', () => {
  it('is tried again for what may pass, also where another page can never be drawn', async () => {
    const { asked, failure } = await drawWith({ 2: 'page_not_drawn', 3: 'unavailable' })
    expect(asked).toEqual([1, 2, 3, 4])
    expect(failure).toMatchObject({ isFinal: false })
    expect((await drawWith({ 2: 'page_not_drawn' })).failure).toMatchObject({ isFinal: true })
  })

  it('is tried again for a page that took too long', async () => {
    const { failure } = await drawWith({ 2: 'page_not_drawn' }, new TaskTimeout())
    expect(failure).toMatchObject({ isFinal: false, reason: expect.stringMatching(/الصفحة ٢ في وقتها/) })
  })

  it('says what was in its way', async () => {
    expect((await drawWith({ 2: 'page_not_drawn' })).failure?.reason).toMatch(/الصفحة ٢: الملف تالف/)
    expect((await drawWith({ 2: 'unavailable' })).failure?.reason).toMatch(/مخزن الملفات/)
    expect((await drawWith({ 2: 'busy' })).failure?.reason).toMatch(/مشغول/)
    expect((await drawWith({ 2: 'disk_full' })).failure?.reason).toMatch(/مساحة/)
  })

  it('ends quietly when the record lets its file go meanwhile', async () => {
    const ended = { asked: [1, 2], knownAgain: ['a'], failure: undefined }
    expect(await drawWith({ 2: 'file_not_found' })).toEqual(ended)
  })

  it('has the file known again by the first page of it that is drawn, once', async () => {
    expect((await drawWith({})).knownAgain).toEqual(['a'])
    expect((await drawWith({ 1: 'file_not_found' })).knownAgain).toEqual([])
  })
})
