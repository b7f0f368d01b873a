import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'

/** The site as passkeys know it: the name that they belong to, and the address that browsers sign. */
export interface PasskeyPlace {
  rpId: string
  origin: string
}

/**
 * The place of a request, by the site's own address where it is known. Undefined where browsers have no passkeys: without https,
 * but for a machine's own `localhost`, and where the site has a number in place of a name.
 */
export function findPasskeyPlace(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): PasskeyPlace | undefined {
  const address = siteUrl ?? `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, origin } = new URL(address)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { rpId: hostname, origin } : undefined
}

/** The place of a request. Errors: `passkeys_unavailable`. */
export function getPasskeyPlace(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  config: Pick<Config, 'siteUrl'>,
): PasskeyPlace {
  const place = findPasskeyPlace(request, config)
  if (place === undefined) throw new AppError('passkeys_unavailable')
  return place
}
