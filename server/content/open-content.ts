import type { z } from 'zod'
import { byName, kindNames, kinds, type Kind, type KindList } from '#contract/kinds.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { SearchSource } from '#server/search/reindex.ts'
import type { DescribeList } from '#server/staff/visits/visited-page.ts'
import { contentKinds } from './kinds.ts'
import type { ContentDependencies } from './record/content-kind.ts'
import type { KindsElsewhere } from './record/elsewhere.ts'
import type { Publishers } from './record/publishing.ts'

type Parts = typeof contentKinds

/** The service of every kind, by the name of its list: `books`, `notes`. */
export type ContentServices = { [List in KindList]: ReturnType<Parts[List]['open']>['service'] }

/** Every kind that was put together, as the whole product uses them. */
export interface OpenContent {
  services: ContentServices
  /** Every kind, as places that span kinds see it. */
  elsewhere: KindsElsewhere
  publishers: Publishers
  /** What staff can give many records of each kind at once. */
  changes: Record<Kind, z.ZodObject>
  /** What the address of a list tells of a visit; undefined when no kind has it. */
  visitedList: DescribeList
  /** Registers what everybody may read. */
  openRoutes(app: AppInstance): void
  /** Registers what staff may do. */
  staffRoutes(app: AppInstance): void
}

/** Every table whose records are searched. */
export const searchSources: readonly SearchSource[] = kindNames.flatMap(
  kind => contentKinds[kinds[kind].list].searched ?? [],
)

/** Puts the services of all kinds together, in the order of `contract/kinds.ts`. */
export function openContent(given: ContentDependencies): OpenContent {
  const opened = kindNames.map(kind => ({ kind, ...contentKinds[kinds[kind].list].open(given) }))
  const ofKind = new Map(opened.map(each => [each.kind, each]))
  return {
    services: byName(
      kindNames,
      kind => kinds[kind].list,
      kind => ofKind.get(kind)?.service,
    ) as ContentServices,
    elsewhere: byName(
      kindNames,
      kind => kind,
      kind => ofKind.get(kind)?.elsewhere,
    ) as KindsElsewhere,
    publishers: byName(
      kindNames,
      kind => kind,
      kind => ofKind.get(kind)?.service,
    ) as Publishers,
    changes: byName(
      kindNames,
      kind => kind,
      kind => contentKinds[kinds[kind].list].changes,
    ),
    visitedList: (page, query) =>
      opened.map(({ elsewhere }) => elsewhere.lists.visited(page, query)).find(facts => facts !== undefined),
    openRoutes: app => opened.forEach(each => each.openRoutes(app)),
    staffRoutes: app => opened.forEach(each => each.staffRoutes(app)),
  }
}
