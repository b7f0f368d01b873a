import { contentKind } from '#server/content/record/content-kind.ts'
import { resultsElsewhere } from './results.elsewhere.ts'
import { openResultRoutes, staffResultRoutes } from './results.routes.ts'
import { createResultsService } from './results.service.ts'

export const results = contentKind({
  createService: createResultsService,
  openRoutes: openResultRoutes,
  staffRoutes: staffResultRoutes,
  elsewhere: resultsElsewhere,
})
