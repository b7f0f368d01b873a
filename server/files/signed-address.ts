import { createHash, createHmac } from 'node:crypto'
import type { ObjectStoreConfig } from '#server/config.ts'

/** What an address lets its bearer do, and from when to when. */
export interface Permit {
  /** The bucket as browsers reach it, without a slash at its end. */
  bucketAddress: string
  /** Shape: lower-case letters, digits and `-._/`. */
  key: string
  method: 'GET' | 'HEAD'
  /** What the store is to say of the object in place of what it knows: `content-type`, `content-disposition`, `cache-control`. */
  says: Record<string, string>
  from: Date
  seconds: number
}

const algorithm = 'AWS4-HMAC-SHA256'

/** Source: RFC 3986, 2.3: nothing but unreserved letters stays as it is. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/**
 * An address at which an S3-compatible store hands an object out without further ado. The client of the store signs too, but only
 * for the address at which we reach it, and takes a millisecond for it.
 * Source: AWS Signature Version 4, query parameters.
 */
export function signedAddress(
  { bucketAddress, key, method, says, from, seconds }: Permit,
  {
    accessKeyId,
    secretAccessKey,
    region,
  }: Pick<ObjectStoreConfig, 'accessKeyId' | 'secretAccessKey' | 'region'>,
): string {
  const { origin, host, pathname } = new URL(`${bucketAddress}/${key}`)
  const time = from.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const query = Object.entries({
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...Object.fromEntries(Object.entries(says).map(([name, value]) => [`response-${name}`, value])),
  })
    .map(pair => pair.map(encoded).join('='))
    .toSorted()
    .join('&')
  const request = [method, pathname, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const digest = createHash('sha256').update(request).digest('hex')
  const ofDay = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  const signature = hmac(ofDay, [algorithm, time, scope, digest].join('\n')).toString('hex')
  return `${origin}${pathname}?${query}&X-Amz-Signature=${signature}`
}
