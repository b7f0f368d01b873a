import { createHash } from 'node:crypto'

const sealBytes = 32

function sealOf(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

/** Puts the SHA-256 of a content before it, so that whoever reads it can tell whether it is still the same. */
export function seal(content: Buffer): Buffer {
  return Buffer.concat([sealOf(content), content])
}

/** The content of a sealed one, or undefined when it is not what was sealed. */
export function openSealed(sealed: Buffer): Buffer | undefined {
  const content = sealed.subarray(sealBytes)
  return sealOf(content).equals(sealed.subarray(0, sealBytes)) ? content : undefined
}
