import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { discoveryPaths } from '#contract/paths.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

async function read(url: string, headers: Record<string, string> = {}) {
  const response = await site.app.inject({ method: 'GET', url, headers })
  expect([200, 304], url).toContain(response.statusCode)
  return response
}

it('has a manifest in Arabic whose icons and shortcuts answer as it says', async () => {
  const response = await read(discoveryPaths.manifest)
  expect(response.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = response.json()
  expect(manifest).toMatchObject({ lang: 'ar', dir: 'rtl', short_name: 'رافد', start_url: '/' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await read(src)
    expect(icon.headers['content-type']).toBe(type)
    const { width, height } = await sharp(icon.rawPayload).metadata()
    expect(sizes === 'any' || `${width}x${height}` === sizes, src).toBe(true)
  }
  for (const { url } of manifest.shortcuts) expect((await read(url)).statusCode).toBe(200)
})

it('fills the corners of icons that systems cut themselves', async () => {
  const touch = sharp((await read(discoveryPaths.touchIcon)).rawPayload)
  expect(await touch.metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false })
  const corner = await touch.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
  expect([...corner]).toEqual([0x17, 0x35, 0x79])
})

it('answers what still asks for favicon.ico with pictures in three sizes', async () => {
  const response = await read(discoveryPaths.oldFavicon)
  const bytes = response.rawPayload
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const at = 6 + 16 * index
    const offset = bytes.readUInt32LE(at + 12)
    const picture = bytes.subarray(offset, offset + bytes.readUInt32LE(at + 8))
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: size, height: size })
  }
  const again = await read(discoveryPaths.oldFavicon, { 'if-none-match': String(response.headers.etag) })
  expect(again.statusCode).toBe(304)
})
