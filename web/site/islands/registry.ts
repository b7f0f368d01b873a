import type { ComponentProps, ComponentType } from 'react'

/** The React islands: one line each. What a page must pass to <Island> follows from the component. */
export const islands = {
  SearchDialog: () => import('../search/search-dialog.tsx').then(file => file.SearchDialog),
  Gallery: () => import('#web/ui/gallery.tsx').then(file => file.Gallery),
  ContactForm: () => import('../static/contact-form.tsx').then(file => file.ContactForm),
}

/** Small scripts without React that make a server-rendered part livelier: one line each. */
export const behaviours = {
  list: () => import('#web/islands/list-behaviour.ts').then(file => file.attachList),
  shelf: () => import('#web/islands/shelf-behaviour.ts').then(file => file.attachShelf),
  grade: () => import('#web/islands/my-grade-behaviour.ts').then(file => file.attachGrade),
  counters: () => import('#web/islands/counters-behaviour.ts').then(file => file.attachCounters),
  live: () => import('#web/islands/live-behaviour.ts').then(file => file.attachLive),
  myResult: () => import('#web/islands/my-result-behaviour.ts').then(file => file.attachMyResult),
  pages: () => import('#web/islands/pages-behaviour.ts').then(file => file.attachPages),
  readPlace: () => import('#web/islands/read-place-behaviour.ts').then(file => file.attachReadPlace),
  sheet: () => import('#web/islands/sheet-behaviour.ts').then(file => file.attachSheet),
  share: () => import('#web/islands/share-behaviour.ts').then(file => file.attachShare),
}

export type IslandName = keyof typeof islands
export type BehaviourName = keyof typeof behaviours
type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>
export type IslandProps<Name extends IslandName> = ComponentProps<IslandComponent<Name>>
/** Every island must be here for the server too: a forgotten one does not compile. */
export type IslandComponents = { [Name in IslandName]: ComponentType<IslandProps<Name>> }
