import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestDirectory } from '#test/files.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'
import { createLocalStore } from './local-store.ts'
import { describeObjectStore } from './object-store-behaviour.ts'
import { openBucket } from './s3-bucket.ts'
import { createS3Store } from './s3-store.ts'

describe('object stores', () => {
  const directory = makeTestDirectory()
  let server: TestS3Server

  beforeAll(async () => {
    server = await startS3Server()
  })

  afterAll(async () => {
    await server.stop()
    fs.rmSync(directory, { recursive: true, force: true })
  })

  describeObjectStore('a local directory', () => createLocalStore(path.join(directory, 'store')))
  describeObjectStore('an S3 server', async () => createS3Store(openBucket(server.config)))

  it('says that an S3 store is away', async () => {
    const store = createS3Store(openBucket({ ...server.config, endpoint: 'http://127.0.0.1:9' }))
    await expect(store.stat('objects/ab/one')).rejects.toMatchObject({ code: 'unavailable' })
    store.close()
  })

  it('says that an S3 store refuses our keys', async () => {
    const store = createS3Store(openBucket({ ...server.config, secretAccessKey: 'wrong' }))
    await expect(store.stat('objects/ab/one')).rejects.toMatchObject({ code: 'unavailable' })
    store.close()
  })

  it.each([
    '../outside',
    'objects/../../outside',
    '/etc/passwd',
    'objects//a',
    'objects/ab/.hidden',
    'OBJECTS/A',
  ])('a local directory has no object %s', async key => {
    const store = await createLocalStore(path.join(directory, 'store'))
    await expect(store.read(key)).rejects.toMatchObject({ code: 'file_not_found' })
  })
})
