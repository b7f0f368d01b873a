import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import { newPieceKey } from '../object-keys.ts'
import type { ObjectStore } from '../object-store.types.ts'
import { bucketError, isAbsent } from '../s3-bucket.ts'
import type { Bucket } from '../s3-bucket.ts'
import { copyObject } from './object-copy.ts'
import type { Appended, StoredUpload, UploadStore } from './upload-store.types.ts'

/** Stores refuse parts below 5 MiB, but for the last one. */
const partBytes = 8 * 1024 * 1024
/** From so many on they are put together, so that the state of an upload that comes in crumbs stays small. */
const maxHeld = 32

const stateSchema = z.object({
  multipart: z.string(),
  /** In their order. */
  parts: z.array(z.object({ number: z.int(), tag: z.string() })),
  /** Objects with what has come after the parts and is too little for one. */
  held: z.array(z.object({ key: z.string(), size: z.int() })),
})
type State = z.infer<typeof stateSchema>

function stateOf({ state }: Pick<StoredUpload, 'state'>): State {
  if (state === null) throw new AppError('upload_not_found')
  return stateSchema.parse(JSON.parse(state))
}

/**
 * Keeps each upload as a multipart upload of the bucket. What is acknowledged and too little for a part lies in
 * objects of its own until more has come.
 */
export function createS3UploadStore(
  { name: Bucket, client }: Bucket,
  objects: ObjectStore,
  incoming: string,
): UploadStore {
  function failed(error: unknown): AppError {
    return isAbsent(error) ? new AppError('upload_not_found', { cause: error }) : bucketError(error)
  }

  async function removeHeld(held: State['held']): Promise<void> {
    for (const { key } of held) await objects.remove(key)
  }

  async function withHeld(held: State['held'], bytes: Buffer): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (const { key } of held) pieces.push(await buffer(await objects.read(key)))
    return Buffer.concat([...pieces, bytes])
  }

  async function hold(upload: StoredUpload, state: State, bytes: Buffer): Promise<Appended> {
    const joined = state.held.length < maxHeld ? [] : state.held
    const Body = await withHeld(joined, bytes)
    const Key = newPieceKey(upload.id)
    await client.send(new PutObjectCommand({ Bucket, Key, Body })).catch((error: unknown) => {
      throw failed(error)
    })
    const piece = { key: Key, size: Body.length }
    return {
      state: JSON.stringify({
        ...state,
        held: [...(joined.length === 0 ? state.held : []), piece],
      } satisfies State),
      settle: () => removeHeld(joined),
      undo: () => removeHeld([piece]),
    }
  }

  /** The number must be nobody else's: a second part of the same number takes the place of the first. */
  async function addPart(
    upload: StoredUpload,
    state: State,
    bytes: Buffer,
    number: number,
  ): Promise<Appended> {
    const { ETag: tag } = await client
      .send(
        new UploadPartCommand({
          Bucket,
          Key: upload.objectKey,
          UploadId: state.multipart,
          PartNumber: number,
          Body: await withHeld(state.held, bytes),
        }),
      )
      .catch((error: unknown) => {
        throw failed(error)
      })
    if (tag === undefined) throw new AppError('unavailable')
    return {
      state: JSON.stringify({ ...state, parts: [...state.parts, { number, tag }], held: [] } satisfies State),
      settle: () => removeHeld(state.held),
      // A part that is not named in the end goes with the multipart upload.
      undo: async () => undefined,
    }
  }

  return {
    pieceBytes: partBytes,

    async begin(objectKey) {
      const { UploadId: multipart } = await client
        .send(new CreateMultipartUploadCommand({ Bucket, Key: objectKey }))
        .catch((error: unknown) => {
          throw bucketError(error)
        })
      if (multipart === undefined) throw new AppError('unavailable')
      return JSON.stringify({ multipart, parts: [], held: [] } satisfies State)
    },

    async append(upload, bytes, takeNumber) {
      const state = stateOf(upload)
      const heldBytes = state.held.reduce((sum, { size }) => sum + size, 0)
      const isLast = upload.received + bytes.length === upload.size
      return isLast || heldBytes + bytes.length >= partBytes
        ? addPart(upload, state, bytes, await takeNumber())
        : hold(upload, state, bytes)
    },

    async openWhole(upload) {
      const { multipart, parts } = stateOf(upload)
      const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }))
      let failure: unknown
      await client
        .send(
          new CompleteMultipartUploadCommand({
            Bucket,
            Key: upload.objectKey,
            UploadId: multipart,
            MultipartUpload: { Parts },
          }),
        )
        .catch((error: unknown) => {
          failure = error
        })
      // It may have been completed before: then the object is there.
      return copyObject(objects, incoming, upload).catch((error: unknown) => {
        const isNothingThere = errorCodeOf(error) === 'upload_not_found'
        throw isNothingThere && failure !== undefined ? failed(failure) : error
      })
    },

    place: async () => undefined,

    async remove(upload) {
      if (upload.state === null) return
      const { multipart, held } = stateOf(upload)
      await removeHeld(held)
      // What has become an object is no multipart upload any more.
      if ((await objects.stat(upload.objectKey)) !== undefined) return
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, Key: upload.objectKey, UploadId: multipart }))
        .catch((error: unknown) => {
          if (!isAbsent(error)) throw bucketError(error)
        })
    },
  }
}
