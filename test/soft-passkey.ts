import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A device in a program: it makes one key and signs with it as WebAuthn says. */
export class SoftPasskey {
  readonly id = randomBytes(24).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly #rpId: string
  counter = 0
  /** Whether somebody has unlocked the device, as it says. */
  isUnlocked = true

  constructor(origin: string, rpId = new URL(origin).hostname) {
    this.#origin = origin
    this.#rpId = rpId
  }

  /** The answer to `navigator.credentials.create`. */
  make(challenge: string) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = Buffer.concat([
      this.#head(0x40),
      Buffer.alloc(16),
      length,
      id,
      Buffer.from(isoCBOR.encode(key)),
    ])
    const attestation = new Map<string, string | Map<string, never> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      },
    }
  }

  /** The answer to `navigator.credentials.get`. */
  sign(challenge: string, userId?: string) {
    const authData = this.#head(0)
    const clientData = this.#clientData('webauthn.get', challenge)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        ...(userId !== undefined && { userHandle: Buffer.from(userId).toString('base64url') }),
      },
    }
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #head(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const state = flags | 0x01 | (this.isUnlocked ? 0x04 : 0)
    return Buffer.concat([createHash('sha256').update(this.#rpId).digest(), Buffer.from([state]), counter])
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }
}
