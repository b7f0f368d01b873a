import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '#contract/errors.ts'
import type { ByteRange, ObjectStore, StoredObject } from './object-store.types.ts'
import { bucketError, isAbsent } from './s3-bucket.ts'
import type { Bucket } from './s3-bucket.ts'

const partBytes = 8 * 1024 * 1024

function objectOf(key: string, size = 0, modifiedAt = new Date(0), tag = ''): StoredObject {
  return { key, size, modifiedAt, mark: `${size}-${tag}` }
}

/** Keeps objects in a bucket of any S3-compatible store. */
export function createS3Store({ name: Bucket, client }: Bucket): ObjectStore {
  async function removeObject(Key: string): Promise<void> {
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch((error: unknown) => {
      if (!isAbsent(error)) throw bucketError(error)
    })
  }

  async function readObject(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, Range }))
      if (Body instanceof Readable) return Body
    } catch (error) {
      if (isAbsent(error)) throw new AppError('file_not_found', { cause: error })
      throw bucketError(error)
    }
    throw new AppError('unavailable')
  }

  return {
    async put(key, localFile, type) {
      const { size } = await stat(localFile)
      const object = { Bucket, Key: key, ContentType: type }
      try {
        if (size <= partBytes) {
          await client.send(
            new PutObjectCommand({ ...object, Body: createReadStream(localFile), ContentLength: size }),
          )
        } else {
          const Body = createReadStream(localFile, { highWaterMark: 1024 * 1024 })
          await new Upload({ client, params: { ...object, Body }, partSize: partBytes, queueSize: 2 }).done()
        }
      } catch (error) {
        throw bucketError(error)
      }
    },

    async stat(key) {
      try {
        const head = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
        return objectOf(key, head.ContentLength, head.LastModified, head.ETag)
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw bucketError(error)
      }
    },

    read: readObject,

    async copy(key, range, write) {
      for await (const piece of await readObject(key, range)) await write(piece as Buffer)
    },

    localFile: () => undefined,

    remove: removeObject,

    async *list(prefix) {
      let ContinuationToken: string | undefined
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }))
          .catch((error: unknown) => {
            throw bucketError(error)
          })
        for (const object of page.Contents ?? []) {
          if (object.Key === undefined) continue
          yield objectOf(object.Key, object.Size, object.LastModified, object.ETag)
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
    },

    close: () => client.destroy(),
  }
}
