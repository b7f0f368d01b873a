import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { CountedNoun } from '#contract/format.ts'
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
  /** Of every grade: shown on the pages of grades and to who keeps one. */
  isOfEveryGrade?: boolean
}

/** One kind of record on the public site. */
export interface SiteKind {
  kind: Kind
  pages: readonly SitePage[]
  /** What the home page says of its section. */
  feature: {
    text: string
    Icon: LucideIcon
    /** Which of the doors it is, from 1. */
    place: number
    /** What is counted behind the door. */
    noun?: CountedNoun
  }
  homeRow?: HomeRow
  /** How many are public; absent where nobody is told. */
  count?(services: Services): Promise<number>
}
