import { limits } from '#contract/limits.ts'

/**
 * Which page addresses with a query stand for, so that these pages are answered before anything is parsed. A page knows
 * its parameters itself; here is only remembered what it has said, what was asked for longest ago forgotten first. One
 * page has so many addresses at most: whoever makes up parameters that say nothing displaces none of other pages.
 *
 * Shape: whole addresses with their origin to keys of the page cache.
 */
export class KnownAddresses {
  readonly #keys = new Map<string, string>()
  /** Those of each key, in the order in which they were asked for. */
  readonly #addresses = new Map<string, Set<string>>()

  /** Remembers the key of an address; of a very long one nothing, since anybody can make those up. */
  keep(address: string, key: string): void {
    if (address.length > limits.knownAddressLetters || this.#keys.get(address) === key) return
    this.#forget(address)
    const [oldestOfKey] = this.#addresses.get(key) ?? []
    const [oldest] = this.#keys.keys()
    if ((this.#addresses.get(key)?.size ?? 0) >= limits.knownAddressesOfPage) this.#forget(oldestOfKey)
    else if (this.#keys.size >= limits.knownAddresses) this.#forget(oldest)
    this.#add(address, key)
  }

  /** The key of an address that was asked for before; undefined for all others. */
  keyOf(address: string): string | undefined {
    const key = this.#keys.get(address)
    if (key === undefined) return undefined
    this.#keys.delete(address)
    this.#keys.set(address, key)
    const all = this.#addresses.get(key)
    if (all?.delete(address)) all.add(address)
    return key
  }

  #add(address: string, key: string): void {
    this.#keys.set(address, key)
    const all = this.#addresses.get(key) ?? new Set()
    this.#addresses.set(key, all.add(address))
  }

  #forget(address: string | undefined): void {
    const key = address === undefined ? undefined : this.#keys.get(address)
    if (address === undefined || key === undefined) return
    this.#keys.delete(address)
    const all = this.#addresses.get(key)
    all?.delete(address)
    if (all?.size === 0) this.#addresses.delete(key)
  }
}
