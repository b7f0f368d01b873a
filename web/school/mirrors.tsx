import { Cloud, Send } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { LinksElsewhere } from '#contract/resources/dead-links.ts'

/** A place elsewhere where a record can be had. */
export interface MirrorLink {
  name: string
  lang: string | undefined
  href: string
  Sign: LucideIcon
  /** It did not answer for days. */
  isDead: boolean
}

/** Where else a record can be had: what answers first, and what does not answer any more last. Source: S19.2. */
export function mirrorsOf({ googleDriveLink, telegramLink, deadLinks = [] }: LinksElsewhere): MirrorLink[] {
  const links = [
    { name: 'Google Drive', lang: 'en', href: googleDriveLink, Sign: Cloud },
    { name: 'تيليجرام', lang: undefined, href: telegramLink, Sign: Send },
  ].flatMap(({ href, ...link }) => (href ? [{ ...link, href, isDead: deadLinks.includes(href) }] : []))
  return [...links.filter(({ isDead }) => !isDead), ...links.filter(({ isDead }) => isDead)]
}

/** Beside a link that did not answer for days. */
export function DeadNote({ isDead }: Pick<MirrorLink, 'isDead'>) {
  return isDead ? <span className="muted"> (قد لا يعمل)</span> : null
}
