import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectStoreConfig } from '#server/config.ts'
import { makeTestDirectory } from '#test/files.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'
import { incomingDirectory, openStores } from '../object-store.ts'
import { describeUploadStore } from './upload-store-behaviour.ts'

describe('stores of uploads', () => {
  const dataDir = makeTestDirectory()
  const incoming = incomingDirectory({ dataDir })
  let server: TestS3Server

  beforeAll(async () => {
    fs.mkdirSync(incoming, { recursive: true })
    server = await startS3Server()
  })

  afterAll(async () => {
    await server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  async function open(objectStore: ObjectStoreConfig | undefined) {
    const { objects, uploadStore } = await openStores({ dataDir, objectStore })
    return { objects, uploads: uploadStore, incoming }
  }

  describeUploadStore('a local directory', () => open(undefined))
  describeUploadStore('an S3 server', () => open(server.config))

  it('lets the file that came in become the object itself', async () => {
    const { objects, uploads } = await open(undefined)
    const upload = { id: 'u1', size: 10, received: 0, objectKey: 'objects/u1/u1', state: null }
    await uploads.append(upload, randomBytes(10), async () => 1)
    const store = path.join(dataDir, 'files', 'store')
    const { ino } = fs.statSync(path.join(store, 'pieces', 'u1'))
    const whole = await uploads.openWhole(upload)
    await uploads.place(upload, whole, 'application/pdf')
    expect(fs.statSync(path.join(store, upload.objectKey)).ino).toBe(ino)
    objects.close()
  })
})
