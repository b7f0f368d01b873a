import type { ComponentType } from 'react'
import type { ZodType } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import type { Lookup } from '#contract/resources/lookup.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import type { Services } from '#server/services.ts'

/** What a page may show; a write to one of them makes the page stale. */
export type ChangeTag = Parameters<Services['changes']['tellHere']>[0][number]

export type PageParams = Readonly<Record<string, string>>

/** What the address of a request says, before any of it is trusted. */
export interface PageRequest {
  services: Services
  /** `https://rafid.example` without a trailing slash, or empty where only paths may be written. */
  origin: string
  /** As it was sent, still percent-encoded. */
  path: string
  params: PageParams
  /** The search part of the address, with or without `?`. */
  search: string
  /** Whether the asking browser wants to be sent little (`Save-Data`). */
  isLight?: boolean
  /** The catalogue's code for anything that was thrown. */
  codeOf(error: unknown): ErrorCode
}

/** A page to send as it is. */
export interface DocumentAnswer {
  kind: 'document'
  status: number
  type: string
  body: string
  error?: unknown
  /** Sent, and made anew for whoever asks next. */
  isPassing?: boolean | undefined
}

/** Nothing is under this address: why. */
export interface MissingAnswer {
  kind: 'missing'
  code: ErrorCode
}

/**
 * What leaves a page: a document, a redirect, or that there is nothing under its address.
 * `error` is the cause of a document with a status of 500 or more.
 */
export type PageAnswer =
  | DocumentAnswer
  | MissingAnswer
  | { kind: 'redirect'; status: 301 | 302 | 308; location: string }

export interface Redirect {
  redirectTo: string
  isPermanent: boolean
}

export interface LoadContext<Query> {
  services: Services
  params: PageParams
  query: Query
  path: string
}

export interface Crumb {
  label: string
  href?: string
}

/** What search engines and messengers learn of a page. */
export interface PageMeta {
  /** The name of the page; the product's name is put before it. */
  title: string
  /** What a shared link is called, where that is not the title. */
  shareTitle?: string
  description?: string
  /** What the header of phones shows beside the mark in place of the heading: the list and its filters. */
  headerName?: string
  /** The address that stands for this content, as a path. */
  canonical?: string
  /** The picture for messengers; the site's own where absent. */
  image?: string
  kind?: 'website' | 'article' | 'book'
  breadcrumb?: readonly Crumb[]
  /** Further JSON-LD objects; their addresses may be paths. */
  data?: (absolute: (path: string) => string) => readonly object[]
  feed?: string
  isHiddenFromSearch?: boolean
  /** Nobody is told that it was seen. */
  isPrivate?: boolean
  /** Something in it is guessed until it is known: the page is made anew for whoever asks next. */
  isPassing?: boolean
  /** Whether the page is another one for who keeps a grade, or things on the shelf; that is told before it is drawn. */
  isLedByGrade?: boolean
  /** Whether of rows that answer alike those of a kept grade come first; they are put there before the page is drawn. */
  areOwnRowsFirst?: boolean
}

/** The sentence and the way back when a page cannot be shown. */
export interface Failure {
  title: string
  text: string
  backHref: string
  backLabel: string
}

export interface ViewProps<Query, Data> {
  data: Data
  query: Query
  params: PageParams
  settings: SiteSettings
  /** The whole address of the page, or empty where the site does not know its own. */
  address: string
}

/** One kind of page: everything about its address, what it loads and what it shows. */
export interface PageModule<Query, Data> {
  /** The address as Fastify writes it: `/books/:id`. */
  address: string
  /** Absent where the page knows no parameters. Unknown parameters never reach a page. */
  query?: ZodType<Query>
  /** Parameters that hold free text: pages with one are rendered, but not kept. */
  freeText?: readonly (keyof Query & string)[]
  tags: readonly ChangeTag[]
  /** The page has a bar of its own at the bottom of phones, where other pages have the site's. */
  hasActionBar?: boolean
  /** The page fills the whole screen: without header, footer and search. */
  isBare?: boolean
  /**
   * Whether the page is drawn from its address, the settings and its data alone: while they stay the same, as JSON, it is not
   * drawn again. What JSON leaves out of its data follows from the rest; what it says of the time may be minutes old.
   */
  isOfItsData?: boolean
  load(context: LoadContext<Query>): Promise<Data | Redirect>
  meta(props: ViewProps<Query, Data>): PageMeta
  View: ComponentType<ViewProps<Query, Data>>
  /** The texts for a failed load, the same for every address; undefined texts fall back to the general ones. */
  failure?(code: ErrorCode): Failure | undefined
}

/** A page as the server sees it: which type it loads is its own affair. */
export interface SitePage {
  address: string
  tags: readonly ChangeTag[]
  /** The address with known, non-empty parameters only, sorted: the key of the cache. */
  keyOf(request: PageRequest): PageKey
  /** `lastOf` gives the last answer of this address, if it was drawn from just this text and is still good: it is not drawn again. */
  answer<Last = never>(
    request: PageRequest,
    lastOf?: (source: string) => Last | undefined,
  ): Promise<PageAnswer | Last>
  /** The screen for its missing addresses, in its own words; no word of it comes from the address that was asked for. */
  missing(request: PageRequest, code: ErrorCode): Promise<DocumentAnswer>
}

export interface PageKey {
  key: string
  /** Whether the cache may hold the page: not with free text, which would fill it. */
  isKept: boolean
}

/** Where the browser finds the built files. */
export interface SiteAssets {
  script: string
  /** What runs before a page is drawn that a kept grade leads. */
  gradeFirst: string
  /** What runs before rows are drawn of which a kept grade chooses the first, and what it then loads: all at once. */
  ownFirst: string
  ownRows: readonly string[]
  styles: readonly string[]
  font: string | undefined
}

/** A form that was sent without scripts and refused. */
export interface RefusedForm {
  values: Record<string, string>
  fields: Record<string, string>
  message: string
}

/** What came of a lookup that was sent without scripts. */
export type LookupOutcome = { found: Lookup } | { status: number; message: string }

/** A lookup that was sent without scripts. */
export interface SentLookup {
  stage: MinisterialGradeCode
  /** As it was typed. */
  number: string
  releaseYear: string
  try: string
  outcome: LookupOutcome
}

/** What the built bundle of the site gives to the server. */
export interface SiteBundle {
  pages: readonly SitePage[]
  /** Where the rules for fetching pages ahead are. */
  speculationRulesPath: string
  useAssets(assets: SiteAssets): void
  /** The 404 page, the same for every address. */
  notFound(request: PageRequest): Promise<DocumentAnswer>
  /** The page for a request that is refused before it is looked at; it leads back to the address that was asked for. */
  refused(request: PageRequest, error: unknown): Promise<DocumentAnswer>
  /** The contact page with what was typed and what is wrong with it. */
  refusedContact(request: PageRequest, refused: RefusedForm): Promise<PageAnswer>
  /** The page that shows the own row, or says why there is none. */
  resultAnswer(request: PageRequest, sent: SentLookup): Promise<DocumentAnswer>
  /** The page that asks of which stage an exam number is that was sent to the search. */
  numberChoice(request: PageRequest, number: string): Promise<DocumentAnswer>
}
