import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createAccountsService } from './staff/accounts/accounts.service.ts'
import type { AccountsService } from './staff/accounts/accounts.service.ts'
import { startAuditChain } from './staff/audit/audit-chain.ts'
import type { AuditChain } from './staff/audit/audit-chain.ts'
import { createAuditService } from './staff/audit/audit.service.ts'
import type { AuditService } from './staff/audit/audit.service.ts'
import type { Config } from './config.ts'
import { startAlerts } from './alerts/alerts.service.ts'
import type { AlertsService } from './alerts/alerts.service.ts'
import { alertWays } from './alerts/alert-ways.ts'
import { answerVerifications } from './staff/audit/verify-requests.ts'
import { startBackups } from './backup/start-backups.ts'
import { createContactService } from './staff/contact/contact.service.ts'
import type { ContactService } from './staff/contact/contact.service.ts'
import { createDraftsService, type DraftsService } from './staff/drafts/drafts.service.ts'
import { createCoverageService, type CoverageService } from './content/coverage/coverage.service.ts'
import { createIngestService, type IngestService } from './content/ingest/ingest.service.ts'
import { warningsOfRecord } from './ingest-record-facts.ts'
import { createBatches, type Batches } from './content/record/batches.ts'
import { namesOfRecords } from './content/record/record-names.ts'
import { createTrash, type Trash } from './content/record/trash.ts'
import { startPublishing, type Publishing } from './content/record/publishing.ts'
import { createKeptAnswers } from './base/http/kept-answers.ts'
import type { KeptAnswers } from './base/http/kept-answers.ts'
import { limits } from '#contract/limits.ts'
import { findInPacks } from './content/results/numbers/find-in-packs.ts'
import { createNumberBuckets } from './content/results/numbers/number-buckets.ts'
import type { NumberBuckets } from './content/results/numbers/number-buckets.ts'
import { createChanges } from './base/changes.ts'
import type { Changes } from './base/changes.ts'
import type { OpenDatabase } from './base/db/types.ts'
import { createDamageWatch } from './content/record/damage-watch.ts'
import { createLook } from './health/look.ts'
import { createMetrics } from './health/metrics.ts'
import type { Metrics } from './health/metrics.ts'
import { createReadiness } from './health/readiness.ts'
import type { Readiness } from './health/readiness.ts'
import { createFilesService } from './files/files.service.ts'
import type { FilesService } from './files/files.service.ts'
import type { JobHandler } from './jobs/declare-job.ts'
import { countJobsByKind } from './jobs/jobs.repository.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import { jobHandlers } from './job-handlers.ts'
import { createJobsService } from './staff/jobs/jobs.service.ts'
import type { JobsService } from './staff/jobs/jobs.service.ts'
import { createSystemService } from './staff/system/system.service.ts'
import type { SystemService } from './staff/system/system.service.ts'
import { createOverviewService } from './staff/overview/overview.service.ts'
import type { OverviewService } from './staff/overview/overview.service.ts'
import { openContent, searchSources } from './content/open-content.ts'
import type { ContentServices, OpenContent } from './content/open-content.ts'
import { startDailyMirrorCheck } from './mirrors/check-mirrors.job.ts'
import { rememberDeadLinks } from './mirrors/dead-links.ts'
import { startReindexing } from './search/reindex.ts'
import { adoptPageTexts } from './inside/index-pages.job.ts'
import { createInsideService } from './inside/inside.service.ts'
import type { InsideService } from './inside/inside.service.ts'
import { startIndexCounting } from './search/count-changes.ts'
import { createSearchService } from './search/search.service.ts'
import type { SearchService } from './search/search.service.ts'
import { createExamPdfs } from './site/exam-pdf/exam-pdfs.ts'
import type { ExamPdfs } from './site/exam-pdf/exam-pdfs.ts'
import { createSettingsService } from './staff/settings/settings.service.ts'
import type { SettingsService } from './staff/settings/settings.service.ts'
import { createExamDatesService } from './staff/settings/exam-dates.service.ts'
import type { ExamDatesService } from './staff/settings/exam-dates.service.ts'
import { startRetention } from './staff/retention/retention.ts'
import { createVisitsService } from './staff/visits/visits.service.ts'
import type { VisitsService } from './staff/visits/visits.service.ts'

/** Everything that the HTTP surface, the pages and the commands may use. */
export interface Services extends ContentServices {
  config: Config
  log: FastifyBaseLogger
  database: OpenDatabase
  changes: Changes
  accounts: AccountsService
  audit: AuditService
  auditChain: Pick<AuditChain, 'run'>
  files: FilesService
  content: Pick<OpenContent, 'openRoutes' | 'staffRoutes' | 'changes'>
  elsewhere: OpenContent['elsewhere']
  publishing: Publishing
  batches: Batches
  trash: Trash
  search: SearchService
  inside: InsideService
  settings: SettingsService
  examDates: ExamDatesService
  contact: ContactService
  ingests: IngestService
  drafts: DraftsService
  coverage: CoverageService
  overview: OverviewService
  visits: VisitsService
  numberBuckets: NumberBuckets
  /** Pages, feeds, and the answers of the API, as they were last. */
  keptPages: KeptAnswers
  keptFeeds: KeptAnswers
  keptAnswers: KeptAnswers
  examPdfs: ExamPdfs
  jobs: JobsService
  system: SystemService
  alerts: AlertsService
  jobRunner: Pick<JobRunner, 'close' | 'isAwake'>
  readiness: Readiness
  metrics: Metrics
  /** Ends everything that runs by itself and closes the database. */
  close(): Promise<void>
}

/** Puts the product together over an open, migrated database. `moreJobs` is for tests. */
export async function createServices(
  config: Config,
  database: OpenDatabase,
  log: FastifyBaseLogger,
  moreJobs: readonly JobHandler[] = [],
): Promise<Services> {
  const changes = await createChanges(database, log)
  const auditChain = startAuditChain({ database, log })
  const audit = createAuditService({ database, chain: auditChain })
  const accounts = createAccountsService({ database, audit, config, log })
  const files = await createFilesService({
    database,
    config,
    log,
    watch: createDamageWatch({ audit, changes }),
  })
  const indexCounting = startIndexCounting({ database, log })
  changes.onChange(() => indexCounting.expect())
  const search: SearchService = createSearchService(database, (query, isAlone) =>
    content.services.results.linksFor(query, isAlone),
  )
  const writing = { database, audit, files, changes }
  const withDeadLinks = rememberDeadLinks(database.kysely, changes)
  const content: OpenContent = openContent({ files, search, writing, withDeadLinks })
  const settings = createSettingsService({ database, audit, changes })
  const examDates = createExamDatesService({ database, audit, changes })
  const contact = createContactService({ database })
  const overview = createOverviewService({
    database,
    isWithout: (kind, part) => content.elsewhere[kind].isWithout(part),
  })
  const visits = createVisitsService({
    database,
    log,
    describeList: content.visitedList,
    describe: ({ kind, id }) => content.elsewhere[kind].visited(id),
  })
  const numberBuckets = createNumberBuckets({
    db: database.kysely,
    changes,
    directory: path.join(config.dataDir, 'numbers'),
    shared: config.objectStore === undefined ? undefined : files.parts.objects,
    warn: error => log.warn({ err: error }, 'results: the exam numbers stay as they were'),
  })
  content.services.results.numbers.useKept(input => findInPacks(numberBuckets, input))
  const publishing = startPublishing({
    writing,
    publishers: content.publishers,
    log,
    async prepare({ records, publication: { state } }) {
      const results = records.filter(({ kind }) => kind === 'result').map(({ id }) => id)
      const isConcerned = results.length > 0 && state !== undefined
      if (isConcerned) await numberBuckets.prepare(results, state === 'published')
    },
  })
  const batches = createBatches({ writing, publishers: content.publishers, publishing })
  const ingests = createIngestService({
    database,
    files,
    batches,
    namesOf: (kind, ids) => namesOfRecords(database.kysely, kind, ids),
    listWarnings: (record, patience) => warningsOfRecord(content.services, record, patience),
  })
  const drafts = createDraftsService({ database, files })
  const warnOfKept = (error: unknown) => log.warn({ err: error }, 'an answer could not be kept on disk')
  const keptPages = createKeptAnswers({
    directory: path.join(config.dataDir, 'kept', 'pages'),
    maxBytes: limits.keptPagesBytes,
    warn: warnOfKept,
  })
  const keptFeeds = createKeptAnswers({
    directory: path.join(config.dataDir, 'kept', 'feeds'),
    maxBytes: limits.keptFeedsBytes,
    warn: warnOfKept,
  })
  const keptAnswers = createKeptAnswers({
    directory: path.join(config.dataDir, 'kept', 'answers'),
    maxBytes: limits.keptAnswersBytes,
    warn: warnOfKept,
  })
  changes.onChange(tags => {
    if (tags.includes('withdrawals')) keptAnswers.withdraw(tags.filter(tag => tag !== 'withdrawals'))
  })
  const handlers = [
    ...jobHandlers({ ...content.services, files, ingests, database, changes, config }),
    ...moreJobs,
  ]
  const jobs = createJobsService({ database, audit, handlers })
  const jobRunner = await startJobRunner({ database, handlers, log })
  const readiness = createReadiness({
    database,
    objects: files.parts.objects,
    jobRunner,
    dataDir: config.dataDir,
    log,
  })
  const lookAtJobs = createLook(() => countJobsByKind(database.kysely), {
    waitMs: limits.healthWaitMs,
    freshMs: limits.healthFreshMs,
  })
  const alerts = startAlerts({ database, readiness, ways: alertWays(config), config, log })
  const adoption = new AbortController()
  const adoptingTexts = files.pageTexts.adopt(adoption.signal).catch((error: unknown) => {
    if (!adoption.signal.aborted)
      log.warn({ err: error }, 'files: pages that nobody has read are looked for at the next start')
  })
  const adoptingLight = files.lightCopies.adoptDaily(adoption.signal).catch((error: unknown) => {
    if (!adoption.signal.aborted) throw error
  })
  const adoptingLooks = files.likeness.adopt(adoption.signal).catch((error: unknown) => {
    if (!adoption.signal.aborted) throw error
  })
  const adoptingIndex = adoptPageTexts(database, adoption.signal).catch((error: unknown) => {
    log.warn({ err: error }, 'search: pages that are not indexed are looked for at the next start')
  })
  const adoptingQuestions = content.services.exams.questions.adopt().catch((error: unknown) => {
    log.warn({ err: error }, 'exams: those that are not cut into questions are looked for at the next start')
  })
  const adopting = adoptResults(content.services).catch((error: unknown) => {
    log.warn({ err: error }, 'results: archives without sheets are looked for at the next start')
  })
  const stopBackups = startBackups({ database, objects: files.parts.objects, config, log })
  const stopMirrorChecks = config.checksLinks ? startDailyMirrorCheck({ database, log }) : undefined
  const stopVerifying =
    database.engine === 'pglite' ? answerVerifications(config.dataDir, database.kysely) : undefined
  const retention = startRetention({ database, settings, accounts, files, ingests, drafts, log })
  const reindexing = startReindexing({ database, sources: searchSources, log })
  return {
    config,
    log,
    database,
    changes,
    accounts,
    audit,
    auditChain,
    files,
    ...content.services,
    content,
    elsewhere: content.elsewhere,
    publishing,
    trash: createTrash({ database, audit, files }),
    batches,
    search,
    inside: createInsideService(database, search, files.pagePictures),
    settings,
    examDates,
    ingests,
    drafts,
    coverage: createCoverageService({ database, search, contact }),
    contact,
    overview,
    visits,
    numberBuckets,
    keptPages,
    keptFeeds,
    keptAnswers,
    examPdfs: createExamPdfs({ dataDir: config.dataDir, files }),
    jobs,
    system: createSystemService({ database, readiness, lookAtJobs, config, alerts }),
    alerts,
    jobRunner,
    readiness,
    metrics: createMetrics({
      database,
      kinds: handlers.map(({ kind }) => kind),
      readiness,
      lookAtJobs,
      dataDir: config.dataDir,
    }),
    async close() {
      await publishing.close()
      await numberBuckets.close()
      await Promise.all([keptPages.settled(), keptFeeds.settled(), keptAnswers.settled(), accounts.settled()])
      adoption.abort()
      await adoptingIndex
      await adoptingTexts
      await adoptingLight
      await adoptingLooks
      await adoptingQuestions
      await adopting
      await alerts.close()
      await stopBackups()
      await stopMirrorChecks?.()
      await stopVerifying?.()
      await changes.close()
      await auditChain.close()
      await indexCounting.close()
      await jobRunner.close()
      await reindexing.close()
      await retention.close()
      await visits.close()
      await search.close()
      await files.close()
      await database.close()
    },
  }
}

/** Wants done what results of an older release still need. */
async function adoptResults({ results }: Pick<ContentServices, 'results'>): Promise<void> {
  await results.sheets.adopt()
  await results.numbers.adopt()
}
