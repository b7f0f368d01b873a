import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { userSchema } from '#contract/resources/account.ts'
import type { Config } from '#server/config.ts'
import { mustSetUpSecondFactor } from '#server/staff/session/request-session.ts'
import type { RequestSession, SecondFactorSettings } from '#server/staff/session/request-session.ts'
import {
  deviceTokenOf,
  sessionTokenOf,
  setDeviceCookie,
  setSessionCookie,
  visitorTokenOf,
} from '#server/staff/session/session-cookie.ts'
import type { AccountsService } from './accounts.service.ts'
import type { BegunSession, HeldTokens } from './sessions.service.ts'

/** What the routes of accounts need. */
export interface AccountServices {
  accounts: AccountsService
  config: Config
  settings: SecondFactorSettings
}

/** Who has signed in. `mustSetUpSecondFactor` is there when nothing else is open to the person before that. */
export const ownAnswer = z.object({
  user: userSchema,
  mustSetUpSecondFactor: z.literal(true).optional(),
})
type OwnAnswer = z.infer<typeof ownAnswer>

/** What a signed-in person is told of themselves. */
export async function ownAnswerOf(
  settings: SecondFactorSettings,
  of: Pick<RequestSession, 'user' | 'hasSecondFactor'>,
): Promise<OwnAnswer> {
  const mustSetUp = await mustSetUpSecondFactor(of, settings)
  return { user: of.user, ...(mustSetUp && { mustSetUpSecondFactor: true }) }
}

/** Gives the browser a session that has just begun. Shape: the answer to send. */
export async function welcome(
  reply: FastifyReply,
  { config, settings }: AccountServices,
  begun: BegunSession,
): Promise<OwnAnswer> {
  setSessionCookie(reply, config, begun.token)
  setDeviceCookie(reply, config, begun.device)
  return await ownAnswerOf(settings, begun)
}

/** The secrets of the browser that asks. */
export function heldTokens(request: FastifyRequest): HeldTokens {
  return {
    session: sessionTokenOf(request),
    visitor: visitorTokenOf(request),
    device: deviceTokenOf(request),
  }
}
