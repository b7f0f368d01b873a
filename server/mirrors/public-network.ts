import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Source: RFC 6890, with multicast and what later RFCs have added. */
const inner = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner.addSubnet(net, prefix, 'ipv4')

/** Of all others nothing is given out to sites; what wraps an IPv4 address stays closed with them. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
const innerIpv6 = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  innerIpv6.addSubnet(net, prefix, 'ipv6')

/** Whether an IP address is one that everybody on the internet reaches: no network of ours or of this machine. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return globalIpv6.check(address, 'ipv6') && !innerIpv6.check(address, 'ipv6')
  return isIP(address) === 4 && !inner.check(address, 'ipv4')
}

/** The host is one that is not asked. */
export class InnerAddress extends Error {
  override name = 'InnerAddress'
  readonly code = 'inner_address'
}

/** How names become addresses, and which of those may be called. */
export interface Network {
  resolve(host: string): Promise<readonly LookupAddress[]>
  mayCall(address: string): boolean
}

/** The internet, and nothing nearer. */
export const publicNetwork: Network = {
  resolve: host => lookup(host, { all: true }),
  mayCall: isPublicAddress,
}

/**
 * How a connection finds its addresses. The ones that were looked at are the ones that are called, so that no second
 * answer of a name server takes their place. Errors: InnerAddress, when one of them may not be called.
 */
export function guardedLookup({ resolve, mayCall }: Network): LookupFunction {
  return (host, { all }, answer) => {
    resolve(host).then(
      addresses => {
        const [first] = addresses
        if (first === undefined || addresses.some(({ address }) => !mayCall(address)))
          return answer(new InnerAddress(host), '')
        if (all) answer(null, [...addresses])
        else answer(null, first.address, first.family)
      },
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), ''),
    )
  }
}

/** Refuses a host that is an IP address itself, for which no name is looked up. Errors: InnerAddress. */
export function refuseInnerHost(host: string, { mayCall }: Network): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !mayCall(address)) throw new InnerAddress(host)
}
