import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { Turns } from '#server/base/turns.ts'

/** For argon2id, the library's default algorithm: 19 MiB, 2 passes, 1 lane. Source: OWASP Password Storage Cheat Sheet. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

const maxAtOnce = 2

/** Makes and checks password hashes, a few at a time: each holds 19 MiB and a thread that file reads also need. */
export class Passwords {
  readonly #turns = new Turns({ atOnce: maxAtOnce })
  readonly #decoy: Promise<string>

  constructor() {
    this.#decoy = this.hash(randomBytes(32).toString('base64url'))
    this.#decoy.catch(() => undefined)
  }

  /** The hash to keep for a password. Shape: a PHC string `$argon2id$v=19$m=…`. */
  hash(password: string): Promise<string> {
    return this.#turns.take(() => hash(written(password), parameters))
  }

  /** True when the password belongs to the hash. Without a hash the same work is done and the answer is false. */
  async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
    const compared = passwordHash ?? (await this.#decoy)
    const isEqual = await this.#turns.take(() => verify(compared, written(password)))
    return isEqual && passwordHash !== undefined
  }
}

/** One spelling for what keyboards write in several ways. Source: NIST SP 800-63B, 5.1.1.2. */
function written(password: string): string {
  return password.normalize('NFKC')
}
