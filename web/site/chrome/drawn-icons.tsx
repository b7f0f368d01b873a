import type { LucideIcon } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { markOf } from './marks.ts'

const icons: LucideIcon[] = []
const drawn: string[] = []
const marks = new Map<LucideIcon, string>()

/** What stands in a document for an icon until it is whole. */
export function iconMark(icon: LucideIcon): string {
  let mark = marks.get(icon)
  if (mark === undefined) {
    mark = markOf('icon', icons.push(icon) - 1)
    marks.set(icon, mark)
  }
  return mark
}

/** The icon of a mark, each drawn once. The HTML is that of icons drawn in place, byte for byte. */
export function drawnIcon(name: string): string {
  const at = Number(name)
  return (drawn[at] ??= draw(icons[at]))
}

const draw = (Icon: LucideIcon | undefined) => (Icon ? renderToStaticMarkup(<Icon />) : '')
