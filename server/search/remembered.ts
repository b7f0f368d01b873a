interface Entry<Value> {
  value: Promise<Value>
  /** 0 until it is there. */
  bytes: number
}

/**
 * What was found at one version of the index, for who asks the same again or meanwhile: students type the same words.
 *
 * Shape: bounded by what `weigh` says, in bytes; what was asked for longest ago goes first. The callers share what is given and must not
 * change it.
 */
export class Remembered<Value> {
  readonly #maxBytes: number
  readonly #weigh: (value: Value) => number
  readonly #known = new Map<string, Entry<Value>>()
  #version = 0
  #bytes = 0

  constructor(maxBytes: number, weigh: (value: Value) => number) {
    this.#maxBytes = maxBytes
    this.#weigh = weigh
  }

  /** What was made at a version, made where nobody has asked for it. Errors: those of `make`; what failed is asked for anew. */
  get(key: string, version: number, make: () => Promise<Value>): Promise<Value> {
    if (version !== this.#version) {
      this.#known.clear()
      this.#bytes = 0
      this.#version = version
    }
    const known = this.#known.get(key)
    this.#known.delete(key)
    const entry = known ?? { value: make(), bytes: 0 }
    this.#known.set(key, entry)
    if (!known) this.#count(key, entry)
    return entry.value
  }

  #count(key: string, entry: Entry<Value>): void {
    const isKept = () => this.#known.get(key) === entry
    entry.value.then(
      value => {
        if (!isKept()) return
        /* Letters of two bytes. */
        entry.bytes = 2 * key.length + this.#weigh(value)
        this.#bytes += entry.bytes
        this.#makeRoom()
      },
      () => {
        if (isKept()) this.#known.delete(key)
      },
    )
  }

  #makeRoom(): void {
    for (const [key, { bytes }] of this.#known) {
      if (this.#bytes <= this.#maxBytes) return
      /* What is not there yet weighs nothing. */
      if (bytes === 0) continue
      this.#known.delete(key)
      this.#bytes -= bytes
    }
  }
}
