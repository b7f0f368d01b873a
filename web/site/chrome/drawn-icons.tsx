import type { LucideIcon } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'

/* Stands in a document where an icon belongs; nobody can write it. */
const run = crypto.randomUUID()
const marked = new RegExp(`icon-${run}-(\\d+);`, 'g')

const icons: LucideIcon[] = []
const drawn: string[] = []
const marks = new Map<LucideIcon, string>()

/** What stands in a document for an icon until `withIcons`. */
export function iconMark(icon: LucideIcon): string {
  let mark = marks.get(icon)
  if (mark === undefined) {
    mark = `icon-${run}-${icons.push(icon) - 1};`
    marks.set(icon, mark)
  }
  return mark
}

/** Puts the icons in the places of their marks, each drawn once. The HTML is that of icons drawn in place, byte for byte. */
export function withIcons(html: string): string {
  return html.replace(marked, (_, digits: string) => {
    const at = Number(digits)
    return (drawn[at] ??= draw(icons[at]))
  })
}

const draw = (Icon: LucideIcon | undefined) => (Icon ? renderToStaticMarkup(<Icon />) : '')
