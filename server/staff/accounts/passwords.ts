import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { Turns } from '#server/base/turns.ts'
import { guessableOf } from './guessable.ts'
import type { Guessable, PasswordOwner } from './guessable.ts'

/** For argon2id, the library's default algorithm: 19 MiB, 2 passes, 1 lane. Source: OWASP Password Storage Cheat Sheet. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const

const maxAtOnce = 2

const refusals: Record<Guessable, string> = {
  common: 'كلمة المرور هذه معروفة أو سهلة التخمين. اختر جملة قصيرة لا يعرفها غيرك، أو ثلاث كلمات لا علاقة بينها.',
  own: 'كلمة المرور هذه قريبة من اسمك أو بريدك أو اسم الموقع. اختر ما لا يُخمَّن من معرفتك.',
}

/** Makes and checks password hashes, a few at a time: each holds 19 MiB and a thread that file reads also need. */
export class Passwords {
  readonly #turns = new Turns({ atOnce: maxAtOnce })
  readonly #decoy: Promise<string>
  readonly #siteUrl: string | undefined

  constructor({ siteUrl }: { siteUrl: string | undefined }) {
    this.#siteUrl = siteUrl
    this.#decoy = this.#hash(randomBytes(32).toString('base64url'))
    this.#decoy.catch(() => undefined)
  }

  /**
   * The hash to keep for a new password. Shape: a PHC string `$argon2id$v=19$m=…`.
   * Errors: `invalid_fields` under the name of its field when it is easily guessed.
   */
  async make(password: string, owner: PasswordOwner, field = 'password'): Promise<string> {
    const guessable = await guessableOf(password, owner, this.#siteUrl)
    if (guessable !== undefined)
      throw new AppError('invalid_fields', { fields: { [field]: refusals[guessable] } })
    return await this.#hash(password)
  }

  /** True when the password belongs to the hash. Without a hash the same work is done and the answer is false. */
  async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
    const compared = passwordHash ?? (await this.#decoy)
    const isEqual = await this.#turns.take(() => verify(compared, written(password)))
    return isEqual && passwordHash !== undefined
  }

  #hash(password: string): Promise<string> {
    return this.#turns.take(() => hash(written(password), parameters))
  }
}

/** One spelling for what keyboards write in several ways. Source: NIST SP 800-63B, 5.1.1.2. */
function written(password: string): string {
  return password.normalize('NFKC')
}
