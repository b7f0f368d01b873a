import { z } from 'zod'
import { requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { ownPasswordInputSchema } from './second-factor.ts'

/* Base64url: nothing that a database does not take. */
const encoded = z
  .string()
  .regex(/^[\w-]+$/)
  .max(limits.maxPasskeyPartLength)
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** What somebody calls a device or a key of theirs. */
const passkeyName = requiredText('اسم المفتاح', limits.maxPasskeyNameLength)

/** One of a person's passkeys. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Its device has counted backwards: a copy of it may be in other hands, so it opens nothing any more. */
  isCloneSuspected: z.boolean(),
})
export type Passkey = z.infer<typeof passkeySchema>

/** A person's passkeys, and whether the site can use any: browsers ask for https. */
export const passkeysSchema = z.object({ isAvailable: z.boolean(), passkeys: z.array(passkeySchema) })
export type Passkeys = z.infer<typeof passkeysSchema>

/** What a browser is told to ask its device for, as WebAuthn names it. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })

/** What a device answers when it has made a key. */
export const newPasskeyInputSchema = z.object({
  name: passkeyName,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  }),
})
export type NewPasskeyInput = z.infer<typeof newPasskeyInputSchema>

/** `recoveryCodes` are there, told once, when the person had none. */
export const newPasskeySchema = z.object({
  passkey: passkeySchema,
  recoveryCodes: z.array(z.string()).optional(),
})
export type NewPasskey = z.infer<typeof newPasskeySchema>

export const removePasskeyInputSchema = ownPasswordInputSchema.extend({ id: encoded })
export type RemovePasskeyInput = z.infer<typeof removePasskeyInputSchema>

/** What a device answers when it has signed. */
export const passkeySignInSchema = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.optional(),
    }),
  }),
})
export type PasskeySignIn = z.infer<typeof passkeySignInSchema>
