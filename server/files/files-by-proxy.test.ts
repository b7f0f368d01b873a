import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp } from '#test/build-app.ts'
import { makePdf, multipartBody, sha256Of } from '#test/files.ts'
import { startS3Server } from '#test/s3-server.ts'

const says = { 'x-sendfile-type': 'X-Accel-Redirect' }
let test: TestApp

afterEach(() => test.close())

/** Opens the site and stores a PDF there. */
async function openWith(environment: Record<string, string>) {
  test = await openTestApp({ environment })
  const staff = await test.signIn('editor')
  const pdf = await makePdf(2)
  const { payload, headers } = multipartBody([{ name: 'files', filename: 'كتاب.pdf', content: pdf }])
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/files/new',
    payload,
    headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  const { url } = answer.json().files[0].file as { url: string }
  const get = (more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', address = url) =>
    test.app.inject({ method, url: address, headers: more })
  return { pdf, url, get }
}

it('are left to a proxy that can send them, by their place and without what it says itself', async () => {
  const { pdf, get, url } = await openWith({ FILES_ACCEL: '/stored/' })
  const own = await get()
  expect(own.rawPayload.equals(pdf)).toBe(true)
  for (const method of ['GET', 'HEAD'] as const) {
    const left = await get({ ...says, range: 'bytes=5-9', 'if-match': '"of the proxy"' }, method)
    expect([left.statusCode, left.rawPayload.length]).toEqual([200, 0])
    const place = String(left.headers['x-accel-redirect'])
    expect(place).toMatch(new RegExp(`^/stored/objects/[0-9a-f]{2}/${sha256Of(pdf)}-[a-z0-9]+$`))
    const file = path.join(test.services.config.dataDir, 'files/store', place.replace('/stored/', ''))
    expect(fs.readFileSync(file).equals(pdf)).toBe(true)
    for (const name of ['etag', 'accept-ranges', 'content-range'])
      expect(left.headers).not.toHaveProperty(name)
    for (const name of ['content-type', 'content-disposition', 'cache-control', 'content-security-policy'])
      expect(left.headers[name], name).toBe(own.headers[name])
  }
  for (const address of [
    `/files/${'0'.repeat(64)}`,
    '/files/..%2F..%2Fsecret.key',
    `${url.slice(0, 60)}/..`,
  ]) {
    const none = await get(says, 'GET', address)
    expect(none.statusCode, address).toBe(404)
    expect(none.headers).not.toHaveProperty('x-accel-redirect')
  }
})

it('are sent by the process where the proxy says nothing, where none is configured, and from a bucket', async () => {
  const bucket = await startS3Server()
  const { endpoint = '', bucket: name, accessKeyId, secretAccessKey } = bucket.config
  const inBucket = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const cases = [
    [{ FILES_ACCEL: '/stored/' }, {}],
    [{}, says],
    [{ FILES_ACCEL: '/stored/', ...inBucket }, says],
  ] as const
  for (const [environment, headers] of cases) {
    const { pdf, get } = await openWith(environment)
    const answer = await get(headers)
    expect(answer.rawPayload.equals(pdf)).toBe(true)
    expect(answer.headers).not.toHaveProperty('x-accel-redirect')
    if (environment !== cases.at(-1)?.[0]) await test.close()
  }
  await bucket.stop()
})

it('are refused and not left when what lies there is not what was stored', async () => {
  const { get } = await openWith({ FILES_ACCEL: '/stored/' })
  const place = String((await get(says)).headers['x-accel-redirect']).replace('/stored/', '')
  test.expectError('file_damaged')
  test.expectError('a damaged file was found')
  fs.writeFileSync(path.join(test.services.config.dataDir, 'files/store', place), 'another')
  const damaged = await get(says)
  expect([damaged.statusCode, damaged.json().code]).toEqual([503, 'file_damaged'])
  expect(damaged.headers).not.toHaveProperty('x-accel-redirect')
})

it('want a whole location of the proxy', async () => {
  test = await openTestApp()
  for (const wrong of ['stored', '/stored', '/', 'http://x/', '/../', '/a b/'])
    expect(() => readConfig({ FILES_ACCEL: wrong }), wrong).toThrow(/FILES_ACCEL/)
  expect(readConfig({ FILES_ACCEL: '/stored/' }).filesAccel).toBe('/stored/')
})
