import { createContext, useContext } from 'react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { minute } from '#contract/units.ts'
import { LightContext } from '#web/school/light.ts'
import { IconMarks } from '#web/ui/still-icon.tsx'
import { drawnIcon, iconMark } from './drawn-icons.tsx'
import { markOf, withoutMarks } from './marks.ts'

interface Row {
  /** All that it is drawn from. */
  key: string
  element: ReactElement
}

/** Takes down a row of the document that is being drawn, and gives what stands for it; undefined outside of one. */
const RowMarks = createContext<((row: Row) => string) | undefined>(undefined)

/** What a row says of the time, such as that it is new, may be so old. */
const keptForMs = 10 * minute
const mostKept = 500
const kept = new Map<string, { html: string; untilMs: number }>()
let kinds = 0

/**
 * A row that a document draws once for as long as all that it is given stays the same: most rows of a list that is made anew are
 * those of the one before it. For what is told of nothing but its properties, the time and `LightContext`.
 *
 * Shape: properties are plain data, as in JSON. Source: docs/decisions/074-rows-are-drawn-once.md.
 */
export function drawnOnce<Props extends object>(Draw: ComponentType<Props>): (props: Props) => ReactNode {
  const kind = (kinds += 1)
  return function DrawnRow(props: Props) {
    const takeDown = useContext(RowMarks)
    const element = <Draw {...props} />
    return takeDown ? takeDown({ key: `${kind} ${JSON.stringify(props)}`, element }) : element
  }
}

/** The rows of one document: what takes them down, and the row of a mark. The HTML is that of rows drawn in place, byte for byte. */
export function rowsOfDocument(isLight: boolean) {
  const rows: Row[] = []
  return {
    Marks: ({ children }: { children: ReactElement }) => (
      <RowMarks value={row => markOf('row', rows.push(row) - 1)}>{children}</RowMarks>
    ),
    drawnRow(name: string): string {
      const row = rows[Number(name)]
      return row ? draw(row, isLight) : ''
    },
  }
}

function draw({ key, element }: Row, isLight: boolean): string {
  const whole = `${isLight} ${key}`
  const nowMs = Date.now()
  const known = kept.get(whole)
  if (known && known.untilMs > nowMs) return known.html
  const drawn = renderToStaticMarkup(
    <IconMarks value={iconMark}>
      <LightContext value={isLight}>{element}</LightContext>
    </IconMarks>,
  )
  const html = withoutMarks(drawn, { icon: drawnIcon })
  if (kept.size >= mostKept) kept.clear()
  kept.set(whole, { html, untilMs: nowMs + keptForMs })
  return html
}
