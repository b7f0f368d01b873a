import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StoredFile } from '#contract/resources/file.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { makeImage, sha256Of, streamOf } from '#test/files.ts'
import { makeManyPages } from '#test/pdf-pages.ts'

describe('a page of a PDF as a picture of its own', () => {
  let site: TestApp
  let staff: TestStaff

  beforeAll(async () => {
    site = await openTestApp()
    staff = await site.signIn('editor')
  })
  afterAll(() => site.close())

  const store = async (bytes: Buffer, name: string) => {
    await site.services.files.store(streamOf(bytes), { name })
    return sha256Of(bytes)
  }
  const make = (sha256: string, page: number | string) =>
    staff.send('POST', apiPaths.filePageImage(sha256, page))

  it('is a JPEG as sharp as print, lying or upright, and the same file however often it is made', async () => {
    const pages: [number, number][] = [
      [595, 842],
      [842, 595],
    ]
    const sha256 = await store(
      makeManyPages(2, page => pages[page - 1] ?? [595, 842]),
      'فيزياء.pdf',
    )
    const made = await Promise.all([1, 2].map(page => make(sha256, page)))
    const files = made.map(answer => (answer.json() as StoredFile).file)
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['فيزياء - صفحة 1.jpg', 'image/jpeg'],
      ['فيزياء - صفحة 2.jpg', 'image/jpeg'],
    ])
    const sizes = await Promise.all(
      files.map(async ({ url }) => {
        const { rawPayload } = await site.app.inject({ url })
        expect(rawPayload.byteLength).toBeLessThan(limits.maxImageBytes)
        const { width, height } = await sharp(rawPayload).metadata()
        return [width, height]
      }),
    )
    expect(sizes[0]?.[0]).toBe(limits.pageImageSidePx)
    expect((sizes[0]?.[1] ?? 0) / limits.pageImageSidePx).toBeCloseTo(842 / 595, 2)
    expect(Math.abs((sizes[1]?.[1] ?? 0) - limits.pageImageSidePx)).toBeLessThan(3)
    expect((sizes[1]?.[0] ?? 0) / limits.pageImageSidePx).toBeCloseTo(842 / 595, 2)
    expect(((await make(sha256, 2)).json() as StoredFile).file.url).toBe(files[1]?.url)
  })

  it('is not there beyond the last page, of what is no PDF, or for strangers', async () => {
    const pdf = await store(makeManyPages(2), 'كتاب.pdf')
    const image = await store(await makeImage('png'), 'صورة.png')
    expect((await make(pdf, 3)).statusCode).toBe(404)
    expect((await make(image, 1)).statusCode).toBe(404)
    expect((await make('0'.repeat(64), 1)).statusCode).toBe(404)
    for (const page of [0, 'x', 100_000]) expect((await make(pdf, page)).statusCode).toBe(422)
    const url = apiPaths.filePageImage(pdf, 1)
    expect((await site.app.inject({ method: 'POST', url })).statusCode).toBe(401)
  })
})
