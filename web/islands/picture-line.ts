import { limits } from '#contract/limits.ts'

const atOnce = 6

/** A picture that waits for its turn. */
interface Waiting {
  image: HTMLImageElement
  load(): void
  place: Element
}

/** Loads pictures, at most six at once, those that were wanted last first. */
export class PictureLine {
  #waiting: Waiting[] = []
  #running = 0

  /**
   * Loads the picture in its turn, unless its place has left the page by then. `load` names its sources; `place` is the
   * picture itself when left out. One that brings nothing for `pictureGiveUpMs` fails.
   */
  want(image: HTMLImageElement, load: () => void, place: Element = image): void {
    this.#waiting.push({ image, load, place })
    this.#next()
  }

  /** Nobody looks there any more; what has begun goes on. */
  forget(image: HTMLImageElement): void {
    this.#waiting = this.#waiting.filter(each => each.image !== image)
  }

  #next(): void {
    while (this.#running < atOnce) {
      const next = this.#waiting.pop()
      if (!next) return
      if (!next.place.isConnected) continue
      this.#running += 1
      /* It may load again, and fail again, when it is wanted sharper: its turn is over once. */
      const turn = new AbortController()
      const giveUp = setTimeout(() => stop(next.image), limits.pictureGiveUpMs)
      const done = () => {
        turn.abort()
        clearTimeout(giveUp)
        this.#running -= 1
        this.#next()
      }
      for (const end of ['load', 'error']) next.image.addEventListener(end, done, turn)
      next.load()
    }
  }
}

/** Lets a picture fail that is under way. */
export function stop(image: HTMLImageElement): void {
  image.removeAttribute('srcset')
  image.src = ''
}
