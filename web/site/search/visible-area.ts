/**
 * Tells an element how much of the screen the keyboard leaves, as `--visible-height` and `--visible-top`, from now on.
 * Returns the way to end it.
 */
export function followVisibleArea(element: HTMLElement, onChange: () => void): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const follow = () => {
    /* Somebody who zooms in wants to see less of the dialog, not a smaller dialog. */
    if (viewport.scale > 1.01) return
    element.style.setProperty('--visible-height', `${viewport.height}px`)
    element.style.setProperty('--visible-top', `${viewport.offsetTop}px`)
    onChange()
  }
  follow()
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  return () => {
    viewport.removeEventListener('resize', follow)
    viewport.removeEventListener('scroll', follow)
  }
}
