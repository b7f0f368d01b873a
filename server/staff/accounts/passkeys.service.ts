import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type {
  NewPasskey,
  NewPasskeyInput,
  Passkey,
  PasskeySignIn,
  RemovePasskeyInput,
} from '#contract/resources/passkey.ts'
import type { OwnPasswordInput } from '#contract/resources/second-factor.ts'
import type { Actor, RequestOrigin } from '#server/staff/session/actor.ts'
import { newToken, tokenHash } from '#server/staff/session/tokens.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { verifyOwnPassword } from './own-password.ts'
import type { PasskeyPlace } from './passkey-place.ts'
import {
  countPasskeys,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeysOf,
  lockPasskey,
  noteClone,
  notePasskeyUsed,
  removePasskey,
  takeChallenge,
} from './passkeys.repository.ts'
import type { PasskeyRow } from './passkeys.repository.ts'
import { giveFirstRecoveryCodes, removeUselessRecoveryCodes } from './recovery-codes.ts'
import { createSecurityEvents } from './security-events.ts'
import type { BegunSession, HeldTokens, SessionsService } from './sessions.service.ts'
import { findUser, lockUsers } from './users.repository.ts'
import type { UserRow } from './users.repository.ts'

/* Loaded by the first who has one: most processes never need its readers of certificates. */
const webAuthn = () => import('@simplewebauthn/server')
/* ES256, RS256, EdDSA: what devices have, and nothing that Node still calls an experiment. */
const algorithms = [-7, -257, -8]

/** Keys that a device keeps and uses for whoever unlocks it: a second step, and a way in without a password. Source: S1.12. */
export interface PasskeysService {
  listPasskeys(userId: string): Promise<Passkey[]>
  /** What the browser is to ask its device for. Errors: `invalid_fields` for a wrong password, `too_many_requests`. */
  beginPasskey(userId: string, input: OwnPasswordInput, place: PasskeyPlace): Promise<{ challenge: string }>
  /** Keeps the key that a device has made. Errors: `passkey_not_made`. */
  addPasskey(userId: string, input: NewPasskeyInput, place: PasskeyPlace, actor: Actor): Promise<NewPasskey>
  /** Errors: `invalid_fields` for a wrong password, `not_found`, `too_many_requests`. */
  removePasskey(userId: string, input: RemovePasskeyInput, actor: Actor): Promise<void>
  beginPasskeySignIn(place: PasskeyPlace): Promise<{ challenge: string }>
  /** Errors: `passkey_refused`, `passkey_cloned`. */
  signInByPasskey(
    input: PasskeySignIn,
    place: PasskeyPlace,
    origin: RequestOrigin,
    held: HeldTokens,
  ): Promise<BegunSession>
}

/** Builds the passkeys part of accounts. */
export function createPasskeys(
  deps: AccountsDeps,
  { enter }: Pick<SessionsService, 'enter'>,
): PasskeysService {
  const { log, now } = deps
  const { kysely } = deps.database
  const events = createSecurityEvents(deps)

  async function newChallenge(userId: string | null): Promise<string> {
    const challenge = newToken()
    const expiresAt = new Date(now().getTime() + limits.passkeyChallengeMs)
    await insertChallenge(kysely, { challengeHash: tokenHash(challenge), userId, expiresAt })
    return challenge
  }

  /** The key that an answer holds, and which question it answers: whether that is still asked is not looked at. */
  async function verifiedKey({ response }: NewPasskeyInput, { rpId, origin }: PasskeyPlace) {
    let challenge = ''
    try {
      const { verifyRegistrationResponse } = await webAuthn()
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: answered => {
          challenge = answered
          return true
        },
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      })
      return { challenge, key: registrationInfo?.credential }
    } catch (cause) {
      throw new AppError('passkey_not_made', { cause })
    }
  }

  async function verifiedCounter(
    { response }: PasskeySignIn,
    { rpId, origin }: PasskeyPlace,
    { id, publicKey }: PasskeyRow,
  ): Promise<number> {
    try {
      const { verifyAuthenticationResponse } = await webAuthn()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge => takeChallenge(kysely, tokenHash(challenge), null, now()),
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        /* Its own answer to a counter that goes backwards is an exception like all others; ours is a note in the log. */
        credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
      })
      if (verified) return authenticationInfo.newCounter
    } catch (error) {
      if (error instanceof AppError) throw error
      log.info({ err: error }, 'a passkey was refused')
    }
    throw new AppError('passkey_refused')
  }

  /** Notes the use of a key. Shape: false when its device has counted backwards, now or before. */
  async function noteUse(
    user: UserRow,
    id: string,
    counter: number,
    origin: RequestOrigin,
  ): Promise<boolean> {
    return await kysely.transaction().execute(async transaction => {
      const row = await lockPasskey(transaction, id)
      if (row === undefined) throw new AppError('passkey_refused')
      if (row.cloneSuspectedAt !== null) return false
      const at = now()
      if ((counter > 0 || row.counter > 0) && counter <= row.counter) {
        await noteClone(transaction, id, at)
        await events.write(transaction, 'passkey-cloned', user, {
          userId: null,
          email: user.email,
          ...origin,
        })
        return false
      }
      await notePasskeyUsed(transaction, id, { counter, lastUsedAt: at })
      return true
    })
  }

  return {
    listPasskeys: async userId => (await listPasskeysOf(kysely, userId)).map(passkeyOf),

    async beginPasskey(userId, { ownPassword }, { rpId }) {
      const user = await verifyOwnPassword(deps, userId, { ownPassword })
      const known = await listPasskeysOf(kysely, userId)
      if (known.length >= limits.passkeysOfPerson) throw new AppError('passkey_not_made')
      const { generateRegistrationOptions } = await webAuthn()
      return await generateRegistrationOptions({
        rpName: 'رافد',
        rpID: rpId,
        userName: user.email,
        userDisplayName: user.name,
        userID: new TextEncoder().encode(user.id),
        challenge: Buffer.from(await newChallenge(userId), 'base64url'),
        timeout: limits.passkeyChallengeMs,
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    async addPasskey(userId, input, place, actor) {
      const { challenge, key } = await verifiedKey(input, place)
      return await kysely.transaction().execute(async transaction => {
        await lockUsers(transaction)
        /* Not before: whoever has the lock may be taking back all that was asked. */
        const isAsked = await takeChallenge(transaction, tokenHash(challenge), userId, now())
        const user = await findUser(transaction, userId)
        const isRoom = (await countPasskeys(transaction, userId)) < limits.passkeysOfPerson
        const row =
          isAsked &&
          isRoom &&
          key &&
          (await insertPasskey(transaction, {
            id: key.id,
            userId,
            name: input.name,
            publicKey: Buffer.from(key.publicKey).toString('base64url'),
            counter: key.counter,
            createdAt: now(),
          }))
        if (!row || user === undefined) throw new AppError('passkey_not_made')
        const recoveryCodes = await giveFirstRecoveryCodes(transaction, userId)
        await events.write(transaction, 'passkey-added', user, actor)
        return { passkey: passkeyOf(row), ...(recoveryCodes && { recoveryCodes }) }
      })
    },

    async removePasskey(userId, { id, ownPassword }, actor) {
      const user = await verifyOwnPassword(deps, userId, { ownPassword })
      await kysely.transaction().execute(async transaction => {
        if ((await removePasskey(transaction, userId, id)) === undefined) throw new AppError('not_found')
        await removeUselessRecoveryCodes(transaction, userId)
        await events.write(transaction, 'passkey-removed', user, actor)
      })
    },

    async beginPasskeySignIn({ rpId }) {
      const { generateAuthenticationOptions } = await webAuthn()
      return await generateAuthenticationOptions({
        rpID: rpId,
        challenge: Buffer.from(await newChallenge(null), 'base64url'),
        timeout: limits.passkeyChallengeMs,
        userVerification: 'required',
      })
    },

    async signInByPasskey(input, place, origin, held) {
      const { id, response } = input.response
      const row = await findPasskey(kysely, id)
      if (row === undefined) throw new AppError('passkey_refused')
      const counter = await verifiedCounter(input, place, row)
      const user = await findUser(kysely, row.userId)
      const handle = response.userHandle && Buffer.from(response.userHandle, 'base64url').toString('utf8')
      const isOfUser = handle === undefined || handle === row.userId
      if (user === undefined || user.disabledAt !== null || user.passwordHash === null || !isOfUser)
        throw new AppError('passkey_refused')
      if (!(await noteUse(user, id, counter, origin))) throw new AppError('passkey_cloned')
      return await enter(user, origin, held, true, async transaction => {
        if ((await lockPasskey(transaction, id)) === undefined) throw new AppError('passkey_refused')
      })
    },
  }
}

function passkeyOf(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    isCloneSuspected: row.cloneSuspectedAt !== null,
  }
}
