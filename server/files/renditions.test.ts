import { describe, expect, afterAll, beforeAll, it } from 'vitest'
import sharp from 'sharp'
import { imageSources } from '#contract/resources/file.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { filesUnder, makeImage, makePdf, multipartBody, sha256Of } from '#test/files.ts'

let test: TestApp
let staff: TestStaff

beforeAll(async () => {
  test = await openTestApp()
  staff = await test.signIn('editor')
})

afterAll(() => test.close())

async function upload(content: Buffer, filename: string) {
  const { payload, headers } = multipartBody([{ name: 'files', filename, content }])
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/files/new',
    payload,
    headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().files[0].file
}

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url, headers })

describe('smaller pictures', () => {
  it('are offered in the widths up to the original and really have them', async () => {
    const file = await upload(await makeImage('jpeg', 700, 400), 'غلاف.jpg')
    const sources = imageSources(file)
    expect(sources).toMatchObject({ width: 700, height: 400 })
    const candidates = (sources.avifSrcSet ?? '').split(', ').map(candidate => candidate.split(' '))
    expect(candidates.map(([, width]) => width)).toEqual(['160w', '320w', '480w', '640w', '700w'])
    for (const [url = '', width] of candidates) {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/avif'])
      const metadata = await sharp(answer.rawPayload).metadata()
      expect(`${metadata.width}w`).toBe(width)
      expect(answer.headers['cache-control']).toContain('immutable')
    }
    const plain = await get(sources.src)
    expect((await sharp(plain.rawPayload).metadata()).format).toBe('webp')
    const tag = String(plain.headers.etag)
    expect((await get(sources.src, { 'if-none-match': tag })).statusCode).toBe(304)
  })

  it('are not confirmed to a browser when there is no such file', async () => {
    const answer = await get(`/files/${'0'.repeat(64)}/w/160.webp`, { 'if-none-match': '*' })
    expect(answer.statusCode).toBe(404)
  })

  it('are made once, also when many ask at once', async () => {
    const file = await upload(await makeImage('png', 900, 300), 'صورة.png')
    const sha256 = file.url.split('/')[2]
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`/files/${sha256}/w/320.webp`)))
    expect(new Set(answers.map(answer => sha256Of(answer.rawPayload))).size).toBe(1)
    const made = filesUnder(test.services.config.dataDir).filter(name => name.includes(`${sha256}/320.webp`))
    expect(made.length).toBe(1)
  })

  it('are turned the way the camera was held, and tell nothing of the place', async () => {
    const turned = await sharp(await makeImage('jpeg', 400, 200))
      .withExif({ IFD0: { Orientation: '6', Copyright: 'secret' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const file = await upload(turned, 'دوران.jpg')
    expect([file.width, file.height]).toEqual([200, 400])
    const picture = await get(`/files/${file.url.split('/')[2]}/w/160.webp`)
    const metadata = await sharp(picture.rawPayload).metadata()
    expect([metadata.width, metadata.height, metadata.exif]).toEqual([160, 320, undefined])
  })

  it('exist in the listed widths and formats of images only', async () => {
    const image = (await upload(await makeImage('webp', 50, 50), 'صغيرة.webp')).url.split('/')[2]
    const pdf = (await upload(await makePdf(1), 'ا.pdf')).url.split('/')[2]
    for (const name of [
      '161.webp',
      '160.png',
      '160.webp.avif',
      '160',
      '-160.webp',
      '1e2.webp',
      '99999.avif',
    ]) {
      expect((await get(`/files/${image}/w/${name}`)).statusCode, name).toBe(404)
    }
    expect((await get(`/files/${pdf}/w/160.webp`)).statusCode).toBe(404)
    expect((await get(`/files/${'0'.repeat(64)}/w/160.webp`)).statusCode).toBe(404)
    const small = await get(`/files/${image}/w/1920.webp`)
    expect((await sharp(small.rawPayload).metadata()).width).toBe(50)
  })
})

describe('the sources of a picture', () => {
  it('are the address itself for an image of another host', () => {
    expect(imageSources('https://other.example/a.jpg')).toEqual({
      src: 'https://other.example/a.jpg',
      avifSrcSet: undefined,
      webpSrcSet: undefined,
      width: undefined,
      height: undefined,
    })
  })

  it('stay within the width that the page needs', () => {
    const url = `/files/${'a'.repeat(64)}/x.jpg`
    const sources = imageSources({ url, width: 3000, height: 1000 }, 480)
    expect(sources.webpSrcSet).toBe(
      [160, 320, 480].map(width => `/files/${'a'.repeat(64)}/w/${width}.webp ${width}w`).join(', '),
    )
    expect(sources.src).toBe(`/files/${'a'.repeat(64)}/w/480.webp`)
  })
})

describe('the cover of a PDF', () => {
  it('is its first page, kept as an image of its own', async () => {
    const pdf = await upload(await makePdf(2, { size: [300, 450] }), 'كتاب العلوم.pdf')
    const answer = await staff.send('POST', `/api/files/${pdf.url.split('/')[2]}/cover`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().file).toMatchObject({
      name: 'كتاب العلوم.jpg',
      type: 'image/jpeg',
      width: 1200,
      height: 1800,
      pageCount: null,
    })
    const picture = await get(answer.json().file.url)
    const { channels } = await sharp(picture.rawPayload).stats()
    expect(channels[0]?.min).toBeLessThan(128)
    expect(channels[0]?.mean).toBeGreaterThan(240)
  })

  it('is not made of an image, of nothing, or for a stranger', async () => {
    const image = await upload(await makeImage('png', 40, 40), 'a.png')
    expect((await staff.send('POST', `/api/files/${image.url.split('/')[2]}/cover`)).statusCode).toBe(415)
    expect((await staff.send('POST', `/api/files/${'0'.repeat(64)}/cover`)).statusCode).toBe(404)
    const stranger = await test.app.inject({
      method: 'POST',
      url: `/api/files/${image.url.split('/')[2]}/cover`,
    })
    expect(stranger.statusCode).toBe(401)
  })
})
