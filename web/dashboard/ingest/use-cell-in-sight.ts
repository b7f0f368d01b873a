import { useEffect, type RefObject } from 'react'

/**
 * Brings the cell that has the focus back into sight when columns become wider or fewer behind it: what is read of other
 * files may fill any of them. Nothing moves while the row itself is out of the window.
 */
export function useCellInSight(table: RefObject<HTMLTableElement | null>, columns: string): void {
  useEffect(() => {
    const own = table.current
    if (!own) return
    const observer = new ResizeObserver(() => {
      const cell = document.activeElement
      if (!(cell instanceof HTMLElement) || !own.contains(cell)) return
      const { top, bottom } = cell.getBoundingClientRect()
      if (bottom > 0 && top < window.innerHeight) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    for (const head of own.querySelectorAll('th')) observer.observe(head)
    return () => observer.disconnect()
  }, [table, columns])
}
