import { limits } from '#contract/limits.ts'

interface Known {
  key: string
  /** How many had been remembered when it was last put behind those that go first. */
  asOf: number
}

/**
 * Which page addresses with a query stand for, so that these pages are answered before anything is parsed. A page knows
 * its parameters itself; here is only remembered what it has said, what was asked for longest ago forgotten first. One
 * page has so many addresses at most: whoever makes up parameters that say nothing displaces none of other pages.
 *
 * Shape: whole addresses with their origin to keys of the page cache.
 */
export class KnownAddresses {
  readonly #known = new Map<string, Known>()
  /** Those of each key, in the order in which they were asked for. */
  readonly #addresses = new Map<string, Set<string>>()
  #remembered = 0

  /** Remembers the key of an address; of a very long one nothing, since anybody can make those up. */
  keep(address: string, key: string): void {
    if (address.length > limits.knownAddressLetters || this.#known.get(address)?.key === key) return
    this.#forget(address)
    const [oldestOfKey] = this.#addresses.get(key) ?? []
    const [oldest] = this.#known.keys()
    if ((this.#addresses.get(key)?.size ?? 0) >= limits.knownAddressesOfPage) this.#forget(oldestOfKey)
    else if (this.#known.size >= limits.knownAddresses) this.#forget(oldest)
    this.#remembered += 1
    this.#known.set(address, { key, asOf: this.#remembered })
    const all = this.#addresses.get(key) ?? new Set()
    this.#addresses.set(key, all.add(address))
  }

  /** The key of an address that was asked for before; undefined for all others. */
  keyOf(address: string): string | undefined {
    const known = this.#known.get(address)
    if (known === undefined) return undefined
    /* Of those that were asked for since the last one was remembered the order says nothing yet. */
    if (known.asOf !== this.#remembered) this.#renew(address, known)
    return known.key
  }

  #renew(address: string, known: Known): void {
    known.asOf = this.#remembered
    this.#known.delete(address)
    this.#known.set(address, known)
    const all = this.#addresses.get(known.key)
    if (all?.delete(address)) all.add(address)
  }

  #forget(address: string | undefined): void {
    const key = address === undefined ? undefined : this.#known.get(address)?.key
    if (address === undefined || key === undefined) return
    this.#known.delete(address)
    const all = this.#addresses.get(key)
    all?.delete(address)
    if (all?.size === 0) this.#addresses.delete(key)
  }
}
