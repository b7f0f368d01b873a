import type { FastifyRequest } from 'fastify'

const maxOrigins = 8

type AskedAddress = Pick<FastifyRequest, 'protocol' | 'host'>

/** The address of the site that a request came to. */
export interface SiteOrigin {
  /** `https://rafid.example` without a trailing slash, or empty when the request names none. */
  origin: string
  /** Whether pages for it may be kept. */
  isKept: boolean
}

/**
 * Finds the address of the site that a page's whole links begin with: the configured one, or else the one that the
 * request came to. Without configuration pages are kept for the first few addresses only, so that invented Host
 * headers cannot fill the page cache; the others are rendered each time.
 */
export function createSiteOrigins(siteUrl: string | undefined): (request: AskedAddress) => SiteOrigin {
  if (siteUrl !== undefined) {
    const configured = { origin: siteUrl, isKept: true }
    return () => configured
  }
  const byHost = new Map<string, SiteOrigin>()
  return ({ protocol, host }) => {
    const asked = `${protocol}://${host}`
    const known = byHost.get(asked)
    if (known !== undefined) return known
    if (!URL.canParse(asked)) return { origin: '', isKept: false }
    const found = { origin: new URL(asked).origin, isKept: byHost.size < maxOrigins }
    if (found.isKept) byHost.set(asked, found)
    return found
  }
}
