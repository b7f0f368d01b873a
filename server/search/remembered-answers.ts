import type { SearchAnswer } from '#contract/resources/search.ts'

interface Entry {
  answer: Promise<SearchAnswer>
  /** 0 until it is there. */
  bytes: number
}

const defaultMaxBytes = 4 * 1024 * 1024

/**
 * What was answered at one version of the index, for who asks the same again or meanwhile: students type the same words.
 *
 * Shape: bounded by what the answers weigh; what was asked for longest ago goes first. The callers share an answer and must not change it.
 */
export class RememberedAnswers {
  readonly #maxBytes: number
  readonly #known = new Map<string, Entry>()
  #version = 0
  #bytes = 0

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes
  }

  /** The answer at a version, made where nobody has asked for it. Errors: those of `make`; what failed is asked for anew. */
  get(key: string, version: number, make: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    if (version !== this.#version) {
      this.#known.clear()
      this.#bytes = 0
      this.#version = version
    }
    const known = this.#known.get(key)
    this.#known.delete(key)
    const entry = known ?? { answer: make(), bytes: 0 }
    this.#known.set(key, entry)
    if (!known) this.#weigh(key, entry)
    return entry.answer
  }

  #weigh(key: string, entry: Entry): void {
    const isKept = () => this.#known.get(key) === entry
    entry.answer.then(
      answer => {
        if (!isKept()) return
        /* Letters of two bytes, in the key and in the answer. */
        entry.bytes = 2 * (key.length + JSON.stringify(answer).length)
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
