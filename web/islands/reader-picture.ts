import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'

/** What is said in the place of a page until its picture is there. */
export interface PictureWords {
  /** Keeps watch over a picture that is asked for. */
  watch(image: HTMLImageElement, item: HTMLElement, page: number): void
  /** The picture did not come. */
  fail(item: HTMLElement, page: number): void
  /** Nobody is near the page any more: whoever comes back finds it asked for anew. */
  forget(item: HTMLElement, page: number): void
}

interface PictureActs {
  /** Asks for the picture of an empty page, where anybody is near it. */
  fill(item: HTMLElement, page: number): void
  /** What is done for whoever asks for it by hand. */
  again(item: HTMLElement, page: number): void
}

/**
 * Says of each page which it is, that it takes long, or that it did not come; then asks for it again by itself, a few times
 * with growing pauses, and as soon as there is a line. `ways` opens from the button that leads to the file.
 */
export function attachPictureWords(
  list: HTMLElement | null,
  ways: Element | null,
  { fill, again }: PictureActs,
): PictureWords {
  const tries = new Map<number, number>()
  const pauses = new Map<HTMLElement, ReturnType<typeof setTimeout>>()

  function refill(item: HTMLElement, page: number, ask = fill): void {
    clearTimeout(pauses.get(item))
    const isHeld = item.contains(document.activeElement)
    item.replaceChildren()
    ask(item, page)
    if (!isHeld) return
    /* The button that was pressed is gone: keys go on from its page. */
    item.tabIndex = -1
    item.focus({ preventScroll: true })
  }

  function button(textContent: string): HTMLButtonElement {
    return Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'button is-quiet',
      textContent,
    })
  }

  addEventListener('online', () => {
    for (const said of list?.querySelectorAll('.reader-failed') ?? []) {
      const item = said.parentElement as HTMLLIElement
      tries.delete(item.value)
      refill(item, item.value)
    }
  })

  return {
    watch(image, item, page) {
      const number = formatPlainNumber(page)
      item.dataset.said = number
      let there = image.complete && image.naturalWidth > 0 ? image.currentSrc : ''
      /* A page that is shaped otherwise than was known leaves room in which it would stand beside its picture. */
      const unsay = async () => {
        await image.decode().catch(() => {})
        if (image.parentElement === item) delete item.dataset.said
      }
      if (there) void unsay()
      const late = setTimeout(() => {
        if (image.parentElement === item && !there)
          item.dataset.said = `تتأخر الصفحة ${number}، وتظهر حين تصل.`
      }, limits.pictureLateMs)
      image.addEventListener('load', () => {
        clearTimeout(late)
        tries.delete(page)
        there = image.currentSrc
        void unsay()
      })
      image.addEventListener('error', () => {
        if (image.parentElement !== item) return
        clearTimeout(late)
        item.dataset.said = number
        if (!there) return this.fail(item, page)
        /* A sharper one did not come: the one that was there stays. */
        image.removeAttribute('srcset')
        image.src = there
        there = ''
      })
    },
    fail(item, page) {
      const tried = tries.get(page) ?? 0
      const pause = limits.pictureRetryMs[tried]
      tries.set(page, tried + 1)
      const said = document.createElement('p')
      said.className = 'reader-failed'
      const number = formatPlainNumber(page)
      const byHand = button('أعد المحاولة')
      byHand.addEventListener('click', event => {
        event.stopPropagation()
        refill(item, page, again)
      })
      const file = Object.assign(button('حمّل الملف'), { popoverTargetElement: ways })
      said.append(
        !navigator.onLine
          ? `لا اتصال بالإنترنت. تظهر الصفحة ${number} حين يعود.`
          : pause === undefined
            ? `تعذر عرض الصفحة ${number}.`
            : `لم تصل الصفحة ${number} بعد، وتُطلب من جديد.`,
        byHand,
        file,
      )
      item.replaceChildren(said)
      clearTimeout(pauses.get(item))
      if (pause !== undefined)
        pauses.set(
          item,
          setTimeout(() => refill(item, page), pause),
        )
    },
    forget(item, page) {
      clearTimeout(pauses.get(item))
      tries.delete(page)
      if (item.querySelector('.reader-failed')) item.replaceChildren()
    },
  }
}
