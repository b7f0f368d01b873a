import { resultChangesSchema } from '#contract/resources/result.ts'
import { contentKind } from '#server/content/record/content-kind.ts'
import { resultsElsewhere } from './results.elsewhere.ts'
import { openResultRoutes, staffResultRoutes } from './results.routes.ts'
import { staffReleaseRoutes } from './release/release.routes.ts'
import { createResultsService } from './results.service.ts'
import { openSheetTextRoutes } from './sheets/sheet-text.routes.ts'
import { openSheetRoutes, staffSheetRoutes } from './sheets/sheets.routes.ts'

export const results = contentKind({
  createService: createResultsService,
  openRoutes(app, results) {
    openResultRoutes(app, results)
    openSheetRoutes(app, results.sheets)
    openSheetTextRoutes(app, results.sheets)
  },
  staffRoutes(app, results, database) {
    staffResultRoutes(app, results, database)
    staffSheetRoutes(app, results.sheets)
    staffReleaseRoutes(app, results.release, database)
  },
  elsewhere: resultsElsewhere,
  changes: resultChangesSchema,
})
