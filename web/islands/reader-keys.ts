/** What the keys of the reader do. */
interface KeyActs {
  /** To the next place to read, or to the one before. */
  step(by: 1 | -1): void
  /** To the next page that was found, or to the one before. */
  stepHit(by: 1 | -1): void
  /** Larger or smaller by so many steps; 0: as wide as the screen. */
  zoomBy(steps: -1 | 0 | 1): void
  isZoomed(): boolean
  fill(): void
  open(isWanted: boolean): void
}

/** The keys of the reader: those of the image viewer. Left is on, as in an Arabic book. */
export function attachKeys({ step, stepHit, zoomBy, isZoomed, fill, open }: KeyActs): void {
  addEventListener('keydown', event => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Tab') return open(true)
    /* What lies over the tools is closed by the browser, and the tools are there again. */
    if (event.key === 'Escape') return document.querySelector(':popover-open') ? undefined : open(false)
    if (target.closest?.('input,select,textarea,[popover]')) return
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (isSideways && !isZoomed()) {
      event.preventDefault()
      step(event.key === 'ArrowLeft' ? 1 : -1)
    } else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-') zoomBy(-1)
    else if (event.key === '0') zoomBy(0)
    else if (event.code === 'KeyF') fill()
    else if (event.code === 'KeyN') stepHit(event.shiftKey ? -1 : 1)
  })
}
