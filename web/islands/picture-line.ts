const atOnce = 6

/** A picture that waits for its turn. */
interface Waiting {
  image: HTMLImageElement
  load(): void
}

/** Loads pictures, at most six at once, those that were wanted last first. */
export class PictureLine {
  #waiting: Waiting[] = []
  #running = 0

  /** Loads the picture in its turn. `load` names its sources. */
  want(image: HTMLImageElement, load: () => void): void {
    this.#waiting.push({ image, load })
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
      this.#running += 1
      const done = () => {
        this.#running -= 1
        this.#next()
      }
      next.image.addEventListener('load', done, { once: true })
      next.image.addEventListener('error', done, { once: true })
      next.load()
    }
  }
}
