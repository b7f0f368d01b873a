import { limits } from '#contract/limits.ts'

/**
 * Which page addresses with a query stand for, so that these pages are answered before anything is parsed. A page knows
 * its parameters itself; here is only remembered what it has said, what was asked for longest ago forgotten first.
 *
 * Shape: whole addresses with their origin to keys of the page cache.
 */
export class KnownAddresses {
  readonly #keys = new Map<string, string>()

  /** Remembers the key of an address; of a very long one nothing, since anybody can make those up. */
  keep(address: string, key: string): void {
    if (address.length > limits.knownAddressLetters || this.#keys.get(address) === key) return
    const [oldest] = this.#keys.keys()
    if (oldest !== undefined && this.#keys.size >= limits.knownAddresses) this.#keys.delete(oldest)
    this.#keys.set(address, key)
  }

  /** The key of an address that was asked for before; undefined for all others. */
  keyOf(address: string): string | undefined {
    const key = this.#keys.get(address)
    if (key === undefined) return undefined
    this.#keys.delete(address)
    this.#keys.set(address, key)
    return key
  }
}
