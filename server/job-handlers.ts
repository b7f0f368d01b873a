import { alertHandler } from './alerts/alert.job.ts'
import { alertWays } from './alerts/alert-ways.ts'
import { backupHandler, backupOrderOf } from './backup/backup.job.ts'
import type { Config } from './config.ts'
import { unpackingHandler } from './content/ingest/unpack-archive.job.ts'
import { ingestPagesHandler } from './content/ingest/read-first-pages.job.ts'
import type { IngestService } from './content/ingest/ingest.service.ts'
import type { ContentServices } from './content/open-content.ts'
import { readingHandler, rereadingHandler } from './content/results/numbers/numbers.jobs.ts'
import { openingHandler } from './content/results/sheets/sheets.jobs.ts'
import { questionHandlers } from './content/exams/questions/questions.jobs.ts'
import type { OpenDatabase } from './base/db/types.ts'
import type { FilesService } from './files/files.types.ts'
import { firstPagesHandler } from './files/first-pages.job.ts'
import { pageTextHandlers } from './files/page-texts/page-texts.jobs.ts'
import { lightCopyHandler } from './files/light-copies/light-copies.jobs.ts'
import { indexPagesHandler } from './inside/index-pages.job.ts'
import { mirrorsHandler } from './mirrors/check-mirrors.job.ts'
import { publicNetwork } from './mirrors/public-network.ts'
import type { Changes } from './base/changes.ts'
import type { JobHandler } from './jobs/declare-job.ts'

interface Given extends Pick<ContentServices, 'results' | 'exams'> {
  files: Pick<FilesService, 'pagePictures' | 'pageTexts' | 'lightCopies' | 'likeness' | 'parts'>
  ingests: Pick<IngestService, 'unpack' | 'readFirstPages'>
  database: OpenDatabase
  changes: Changes
  config: Config
}

/** Every kind of background work with how it is done. A new kind is one file of its own and one line here. */
export function jobHandlers({
  results,
  exams,
  files,
  ingests,
  database,
  changes,
  config,
}: Given): JobHandler[] {
  return [
    openingHandler(results.sheets.open),
    readingHandler(results.numbers.read),
    rereadingHandler(results.numbers.readAnew),
    unpackingHandler(ingests.unpack),
    ingestPagesHandler(ingests.readFirstPages),
    firstPagesHandler(files),
    ...pageTextHandlers(files),
    lightCopyHandler(files, changes),
    indexPagesHandler(database),
    ...questionHandlers(exams.questions),
    backupHandler({ database, objects: files.parts.objects, config }, backupOrderOf(config)),
    mirrorsHandler({ database, changes, network: publicNetwork }),
    alertHandler(alertWays(config)),
  ]
}
