import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { Kind } from '#contract/kinds.ts'
import type { Services } from '#server/services.ts'
import type { SitePage } from './page-module.ts'

/** A row of the home page that shows the latest of a kind. */
export interface HomeRow {
  title: string
  /** The words of the link to all of them. */
  all: string
  /** The row's cards, or undefined when there is nothing to show. */
  load(services: Services): Promise<ReactNode>
}

/** One kind of record on the public site. */
export interface SiteKind {
  kind: Kind
  pages: readonly SitePage[]
  /** What the home page says of its section. */
  feature: { text: string; Icon: LucideIcon }
  homeRow?: HomeRow
  /** How many are public; absent where nobody is told. */
  count?(services: Services): Promise<number>
}
