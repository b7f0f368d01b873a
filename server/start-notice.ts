import os from 'node:os'
import type { AddressInfo } from 'node:net'
import { paths } from '#contract/paths.ts'
import type { AppInstance } from './base/http/app-instance.ts'
import type { Services } from './services.ts'

/**
 * The addresses that people can open, the public one first.
 * Shape: whole addresses without a trailing slash.
 */
export function siteAddresses(address: AddressInfo, siteUrl: string | undefined): string[] {
  const isEverywhere = address.address === '0.0.0.0' || address.address === '::'
  const hosts = isEverywhere
    ? [
        'localhost',
        ...Object.values(os.networkInterfaces())
          .flatMap(list => list ?? [])
          .filter(entry => entry.family === 'IPv4' && !entry.internal)
          .map(entry => entry.address),
      ]
    : [address.family === 'IPv6' ? `[${address.address}]` : address.address]
  const addresses = hosts.map(host => `http://${host}:${address.port}`)
  return siteUrl ? [siteUrl, ...addresses] : addresses
}

/** Prints where the site is and how to sign in; where there is no administrator yet, the one-time set-up link. */
export function announceStart(app: AppInstance, services: Services, setupPath: string | undefined): void {
  const [address, ...others] = siteAddresses(app.server.address() as AddressInfo, services.config.siteUrl)
  const lines = ['', `  رافد  Rafid is ready: ${address}`]
  for (const other of others) lines.push(`                        ${other}`)
  lines.push('', `  Staff sign in at ${address}${paths.login}`)
  if (setupPath !== undefined) {
    lines.push(`  There is no administrator yet. Open this link once, within a day, to create one:`)
    lines.push(`  ${address}${setupPath}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
