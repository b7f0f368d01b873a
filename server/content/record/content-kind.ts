import type { z } from 'zod'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { WithDeadLinks } from '#server/mirrors/dead-links.ts'
import type { SearchSource } from '#server/search/reindex.ts'
import type { SearchService } from '#server/search/search.service.ts'
import type { Kind } from '#contract/kinds.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Publishers } from './publishing.ts'
import type { Writing } from './write-audited.ts'

/** What the service of a kind may use. */
export interface ContentDependencies {
  files: Pick<
    FilesService,
    | 'factsOf'
    | 'store'
    | 'open'
    | 'holdContents'
    | 'releaseContents'
    | 'likeness'
    | 'contentOf'
    | 'parts'
    | 'pagePictures'
    | 'pageTexts'
  >
  search: Pick<SearchService, 'matchesIn'>
  writing: Writing
  withDeadLinks: WithDeadLinks
}

interface KindParts<Service, Own extends Elsewhere> {
  createService(given: ContentDependencies): Service
  openRoutes(app: AppInstance, service: Service): void
  staffRoutes(app: AppInstance, service: Service, database: OpenDatabase): void
  elsewhere(service: Service): Own
  /** What staff can give many of its records at once. */
  changes: z.ZodObject
  /** How its records appear in the search; absent: they are not searched. */
  searched?: SearchSource
}

/** Puts the parts of one kind of record together over one service, which `open` makes. */
export function contentKind<Service extends Publishers[Kind], Own extends Elsewhere>(
  parts: KindParts<Service, Own>,
) {
  return {
    searched: parts.searched,
    changes: parts.changes,
    open(given: ContentDependencies) {
      const service = parts.createService(given)
      return {
        service,
        elsewhere: parts.elsewhere(service),
        openRoutes: (app: AppInstance) => parts.openRoutes(app, service),
        staffRoutes: (app: AppInstance) => parts.staffRoutes(app, service, given.writing.database),
      }
    },
  }
}
