/**
 * Makes the bucket of `S3_BUCKET`, once: a store that has it already is left as it is.
 * Usage: node tools/pin-node.mjs deploy/make-bucket.ts, with the variables `S3_…` of the server.
 */
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { readConfig } from '#server/config.ts'

const { objectStore } = readConfig()
if (objectStore === undefined) throw new Error('S3_BUCKET is not set.')
const { endpoint, region, bucket, ...credentials } = objectStore
const client = new S3Client({
  region,
  credentials,
  forcePathStyle: true,
  ...(endpoint !== undefined && { endpoint }),
})
const owned = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']
try {
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  console.log(`Made the bucket ${bucket}.`)
} catch (error) {
  if (!(error instanceof Error) || !owned.includes(error.name)) throw error
  console.log(`The bucket ${bucket} is there.`)
}
