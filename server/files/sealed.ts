import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { errorCodeOf } from '#contract/errors.ts'
import type { ObjectStore } from './object-store.types.ts'

const sealBytes = 32

function sealOf(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/** Puts the SHA-256 of a content before it, so that whoever reads it can tell whether it is still the same. */
export function seal(content: Buffer): Buffer {
  return Buffer.concat([sealOf(content), content])
}

/** The content of a sealed one, or undefined when it is not what was sealed. */
function openSealed(sealed: Buffer): Buffer | undefined {
  const content = sealed.subarray(sealBytes)
  return sealOf(content).equals(sealed.subarray(0, sealBytes)) ? content : undefined
}

/** What was sealed under a key; undefined when there is nothing, or what is there is not what was sealed. */
export async function findSealed(
  objects: Pick<ObjectStore, 'read'>,
  key: string,
): Promise<Buffer | undefined> {
  try {
    return openSealed(await buffer(await objects.read(key)))
  } catch (error) {
    if (errorCodeOf(error) === 'file_not_found') return undefined
    throw error
  }
}
