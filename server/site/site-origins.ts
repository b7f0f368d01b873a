import type { FastifyRequest } from 'fastify'

const maxKept = 8
const maxCandidates = 64
/** After so many requests all counts are halved, so that an address nobody asks for any more can go. */
const agesAfter = 100_000

type AskedAddress = Pick<FastifyRequest, 'protocol' | 'host'>

/** The address of the site that a request came to. */
export interface SiteOrigin {
  /** `https://rafid.example` without a trailing slash, or empty when the request names none. */
  origin: string
  /** Whether pages for it may be kept. */
  isKept: boolean
}

interface AskedOrigin {
  kept: SiteOrigin
  passing: SiteOrigin
  count: number
}

/**
 * Finds the address of the site that a page's whole links begin with: the configured one, or else the one that the
 * request came to. Without configuration pages are kept for the few addresses that are asked for most, so that
 * invented Host headers can neither fill the page cache nor keep the real one out; the others are rendered each time.
 */
export function createSiteOrigins(siteUrl: string | undefined): (request: AskedAddress) => SiteOrigin {
  if (siteUrl !== undefined) {
    const configured = { origin: siteUrl, isKept: true }
    return () => configured
  }
  const kept = new Map<string, AskedOrigin>()
  const candidates = new Map<string, AskedOrigin>()
  let total = 0

  function count(found: AskedOrigin): void {
    found.count += 1
    total += 1
    if (total < agesAfter) return
    total = 0
    for (const each of [...kept.values(), ...candidates.values()]) each.count = Math.floor(each.count / 2)
  }

  function newCandidate(asked: string): AskedOrigin | undefined {
    if (!URL.canParse(asked)) return undefined
    const { origin } = new URL(asked)
    return { kept: { origin, isKept: true }, passing: { origin, isKept: false }, count: 0 }
  }

  return ({ protocol, host }) => {
    const asked = `${protocol}://${host}`
    const known = kept.get(asked)
    if (known !== undefined) {
      count(known)
      return known.kept
    }
    const candidate = candidates.get(asked) ?? newCandidate(asked)
    if (candidate === undefined) return { origin: '', isKept: false }
    count(candidate)
    const least = kept.size < maxKept ? undefined : leastAsked(kept)
    if (least !== undefined && candidate.count <= least.count) {
      if (!candidates.has(asked) && candidates.size >= maxCandidates) {
        candidates.delete(leastAsked(candidates).asked)
      }
      candidates.set(asked, candidate)
      return candidate.passing
    }
    candidates.delete(asked)
    if (least !== undefined) kept.delete(least.asked)
    kept.set(asked, candidate)
    return candidate.kept
  }
}

/** The one that was asked for least; of several the one that came first. */
function leastAsked(origins: ReadonlyMap<string, AskedOrigin>): { asked: string; count: number } {
  let least = { asked: '', count: Infinity }
  for (const [asked, { count }] of origins) if (count < least.count) least = { asked, count }
  return least
}
