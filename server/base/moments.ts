import type { ChangeTag } from './changes.ts'

/** A point in the life of this process: each is later than all before it. 0 lies before all. */
export type Moment = number

/** What something shows, and when its reading began. */
interface Read {
  asOf: Moment
  tags: readonly string[]
}

let last = 0

/** The moment that is now. */
export const nextMoment = (): Moment => (last += 1)

/** What of the things that were read is overtaken by a change of what they show. */
export class Overtaken {
  readonly #changedAt = new Map<string, Moment>()

  /** Overtakes everything with one of these tags that was read up to now. */
  mark(tags: readonly ChangeTag[]): void {
    const now = nextMoment()
    for (const tag of tags) this.#changedAt.set(tag, now)
  }

  has({ asOf, tags }: Read): boolean {
    return tags.some(tag => (this.#changedAt.get(tag) ?? 0) > asOf)
  }
}
