import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { AppError } from '#contract/errors.ts'
import type { ObjectStoreConfig } from '#server/config.ts'

/** A bucket and the client that speaks to it. */
export interface Bucket {
  name: string
  client: S3Client
}

/** Opens a bucket of any S3-compatible store; nothing is asked of it yet. */
export function openBucket(config: ObjectStoreConfig): Bucket {
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Stores other than Amazon's often refuse the checksums that are on by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { name: config.bucket, client }
}

/** True when the bucket says that there is no such thing. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}

/** What a failed call to the bucket means to people: full, or away for now. */
export function bucketError(error: unknown): AppError {
  const isFull = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507
  return new AppError(isFull ? 'disk_full' : 'unavailable', { cause: error })
}

/** Why a bucket gives nothing at all: there is none of its name, it does not accept the keys, or it does not answer. */
export function bucketFault(error: unknown): 'absent' | 'forbidden' | 'away' {
  const { cause } = error instanceof AppError ? error : { cause: error }
  if (!(cause instanceof S3ServiceException)) return 'away'
  const status = cause.$metadata.httpStatusCode
  if (status === 404) return 'absent'
  return status === 401 || status === 403 ? 'forbidden' : 'away'
}
