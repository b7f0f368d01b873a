import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import { isTokenShaped, newToken } from '#server/staff/session/tokens.ts'

/** Keeps secrets that the server itself must read again, so that a copy of the database does not give them away. */
export interface SecretBox {
  /** Shape: the key's name, the nonce, the tag and the cipher text in base64url, between dots. */
  seal(secret: string, owner: string): string
  /** Errors: `second_factor_unreadable` when it was sealed with another key or for another owner. */
  open(sealed: string, owner: string): string
}

const algorithm = 'aes-256-gcm'
const keyFile = 'secret.key'

/**
 * Opens the box with the key of the configuration, or with that of the data directory, which is made when there is none.
 * Errors: both ways throw when the file of the key cannot be read, or holds none.
 */
export function openSecretBox(config: Pick<Config, 'secretKey' | 'dataDir'>): SecretBox {
  let opened: { key: Buffer; name: string } | undefined
  const make = () => {
    const key = Buffer.from(hkdfSync('sha256', secretKeyOf(config), '', 'rafid second factor', 32))
    const name = createHash('sha256').update(key).digest('base64url').slice(0, 8)
    return { key, name }
  }
  const open = () => (opened ??= make())
  return {
    seal(secret, owner) {
      const { key, name } = open()
      const nonce = randomBytes(12)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return [name, ...[nonce, cipher.getAuthTag(), text].map(part => part.toString('base64url'))].join('.')
    },
    open(sealed, owner) {
      const { key } = open()
      const [, nonce, tag, text] = sealed.split('.').map(part => Buffer.from(part, 'base64url'))
      try {
        const decipher = createDecipheriv(algorithm, key, nonce ?? '').setAAD(Buffer.from(owner))
        decipher.setAuthTag(tag ?? Buffer.alloc(0))
        return Buffer.concat([decipher.update(text ?? ''), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new AppError('second_factor_unreadable', { cause })
      }
    },
  }
}

/** The key of the configuration, or that of the data directory, which is made when there is none. Errors: as above. */
export function secretKeyOf({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  return secretKey ?? keyOf(dataDir)
}

/* Made by one process and read by all that share the directory. Written beside and put in place: none reads half of it. */
function keyOf(dataDir: string): string {
  const file = path.join(dataDir, keyFile)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const part = `${file}.${newToken()}.part`
    try {
      writeFileSync(part, newToken(), { flag: 'wx', mode: 0o600, flush: true })
      linkSync(part, file)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      rmSync(part, { force: true })
    }
  }
  const key = readFileSync(file, 'utf8').trim()
  if (!isTokenShaped(key)) throw new Error(`${file} holds no key: put it back from where it was kept`)
  return key
}
