import type { FastifyRequest } from 'fastify'

const maxOrigins = 8

type AskedAddress = Pick<FastifyRequest, 'protocol' | 'host'>

/**
 * Finds the address of the site that a page's whole links begin with: the configured one, or else the one that the
 * request came to. Without configuration only the first few addresses count, so that invented Host headers
 * cannot fill the page cache; for others the links stay paths.
 * Shape: `https://rafid.example` without a trailing slash, or empty.
 */
export function createSiteOrigins(siteUrl: string | undefined): (request: AskedAddress) => string {
  if (siteUrl !== undefined) return () => siteUrl
  const originByHost = new Map<string, string>()
  return ({ protocol, host }) => {
    const asked = `${protocol}://${host}`
    const known = originByHost.get(asked)
    if (known !== undefined) return known
    if (originByHost.size >= maxOrigins || !URL.canParse(asked)) return ''
    const { origin } = new URL(asked)
    originByHost.set(asked, origin)
    return origin
  }
}
