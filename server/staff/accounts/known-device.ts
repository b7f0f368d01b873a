import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '#server/staff/session/tokens.ts'
import type { UserRow } from './users.repository.ts'

type Owner = Pick<UserRow, 'id' | 'passwordHash'>

/* Colleagues share a browser. */
const maxTokens = 5
const between = '~'

/* Keyed with the password's salted hash: no process needs a key of its own, and a new password ends every token. */
function signature({ id, passwordHash }: Owner, deviceId: string): string {
  if (passwordHash === null) throw new Error('somebody without a password has no known device')
  return createHmac('sha256', passwordHash).update(`rafid device ${id} ${deviceId}`).digest('base64url')
}

function tokensOf(held: string | undefined): string[] {
  return held?.split(between).slice(0, maxTokens) ?? []
}

function deviceIdOf(owner: Owner, token: string): string | undefined {
  const [deviceId = '', given = ''] = token.split('.')
  return isSameSecret(given, signature(owner, deviceId)) ? deviceId : undefined
}

/** The id of the device that holds these tokens if the person has signed in there; undefined for all others. */
export function knownDeviceOf(owner: Owner | undefined, held: string | undefined): string | undefined {
  if (owner === undefined || owner.passwordHash === null) return undefined
  for (const token of tokensOf(held)) {
    const deviceId = deviceIdOf(owner, token)
    if (deviceId !== undefined) return deviceId
  }
  return undefined
}

/**
 * What makes the device that holds these tokens known for a person, and keeps it known for the others.
 * Shape: tokens between tildes; each the device's id, a dot, the signature.
 */
export function rememberDevice(owner: Owner, held: string | undefined): string {
  const deviceId = knownDeviceOf(owner, held) ?? randomBytes(16).toString('base64url')
  const own = `${deviceId}.${signature(owner, deviceId)}`
  const others = tokensOf(held).filter(token => token !== own)
  return [own, ...others].slice(0, maxTokens).join(between)
}
