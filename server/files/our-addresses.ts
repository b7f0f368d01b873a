/** True for a file address of this server: a path, or a whole address of the configured site. */
export function isOurAddress(address: string, siteUrl: string | undefined): boolean {
  if (address.startsWith('/')) return true
  if (siteUrl === undefined || !URL.canParse(address)) return false
  return new URL(address).host === new URL(siteUrl).host
}

/** The readable name at the end of a file address, or undefined when there is none. */
export function nameOfAddress(address: string): string | undefined {
  const part = /\/files\/[0-9a-f]{64}\/([^/?#]+)/.exec(address)?.[1]
  if (part === undefined) return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
