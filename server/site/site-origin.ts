import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'

type OriginConfig = Pick<Config, 'siteUrl'>

/**
 * The public address for whole links: the configured one, or the one that the request came to.
 * Shape: `https://rafid.example`, without a trailing slash. Errors: `bad_request` for a Host that is no host.
 */
export function originOf(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { siteUrl }: OriginConfig,
): string {
  if (siteUrl !== undefined) return siteUrl
  const address = `${request.protocol}://${request.host}`
  if (!URL.canParse(address)) throw new AppError('bad_request')
  return new URL(address).origin
}

/** How long others may keep an answer with whole links; one built on the request's Host is never shared. */
export function cacheControlOf({ siteUrl }: OriginConfig): string {
  return siteUrl === undefined
    ? 'private, no-cache'
    : 'public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400'
}
