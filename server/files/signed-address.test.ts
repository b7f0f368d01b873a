import { expect, it } from 'vitest'
import { signedAddress } from './signed-address.ts'

/* The worked example of the documentation of Signature Version 4 with query parameters. */
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const permit = {
  bucketAddress: 'https://examplebucket.s3.amazonaws.com',
  key: 'test.txt',
  method: 'GET',
  says: {},
  from: new Date('2013-05-24T00:00:00Z'),
  seconds: 86_400,
} as const

it('signs an address as the standard does', () => {
  expect(signedAddress(permit, keys)).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})
