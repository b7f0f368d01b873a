import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { limits } from '#contract/limits.ts'
import { openAccountRoutes, signInRoutes, staffAccountRoutes } from './staff/accounts/accounts.routes.ts'
import { openAccountLinkRoutes, staffAccountLinkRoutes } from './staff/accounts/account-links.routes.ts'
import { ownSecondFactorRoutes, staffSecondFactorRoutes } from './staff/accounts/second-factor.routes.ts'
import { ownPasskeyRoutes, passkeySignInRoutes } from './staff/accounts/passkeys.routes.ts'
import {
  decorateSession,
  readSession,
  requireSecondFactor,
  requireSession,
} from './staff/session/request-session.ts'
import { staffAuditRoutes } from './staff/audit/audit.routes.ts'
import { staffContactRoutes, visitorContactRoutes } from './staff/contact/contact.routes.ts'
import { staffCoverageRoutes } from './content/coverage/coverage.routes.ts'
import { staffDraftRoutes } from './staff/drafts/drafts.routes.ts'
import { staffIngestRoutes } from './content/ingest/ingest.routes.ts'
import { lookupRoutes, numberBucketRoutes } from './content/results/numbers/numbers.routes.ts'
import { openExamPdfRoutes } from './site/exam-pdf/exam-pdf.routes.ts'
import { staffBatchRoutes } from './content/record/batches.routes.ts'
import { staffTrashRoutes } from './content/record/trash.routes.ts'
import { staffPublishingRoutes } from './content/record/publishing.routes.ts'
import { addressForStaff } from './content/record/staff-view.ts'
import { staffRestoreRoutes } from './content/record/restore.routes.ts'
import { calendarRoutes } from './site/calendar/calendar.routes.ts'
import { createErrorPages } from './site/error-pages.ts'
import { feedRoutes } from './site/feeds/feeds.routes.ts'
import { iconRoutes } from './site/icons/icons.routes.ts'
import { robotsRoute } from './site/sitemap/robots.routes.ts'
import { seasonPackRoutes } from './site/season-pack/season-pack.routes.ts'
import { shareRoutes } from './site/share/share.routes.ts'
import { sitemapRoutes } from './site/sitemap/sitemap.routes.ts'
import { staffCoverRoutes } from './files/cover.routes.ts'
import { staffPageImageRoutes } from './files/page-image.routes.ts'
import { openFileRoutes } from './files/download.routes.ts'
import { openPagePictureRoutes } from './files/page-picture.routes.ts'
import { staffLightCopyRoutes } from './files/light-copies/light-copies.routes.ts'
import { openPageTextRoutes, staffPageTextRoutes } from './files/page-texts/page-text.routes.ts'
import { openRenditionRoutes } from './files/rendition.routes.ts'
import { staffResumableRoutes } from './files/resumable/resumable.routes.ts'
import { staffUploadRoutes } from './files/upload.routes.ts'
import type { AppInstance } from './base/http/app-instance.ts'
import { assetRoutes, dashboardRoutes, tellRelease } from './site/assets.ts'
import { bodyRule, watchBodies } from './base/http/body-deadline.ts'
import { requireCsrf, requireCsrfOrOwnOrigin, requireOwnOrigin } from './staff/session/csrf.ts'
import { handleFrameworkError } from './base/http/errors.ts'
import { answerClientErrors } from './base/http/client-errors.ts'
import { addSecurityHeaders, commonHeaders } from './base/http/headers.ts'
import { requestIdOf } from './base/request-id.ts'
import { requestIdHeader, tellRequestIds } from './base/http/request-ids.ts'
import { requestSerializers } from './base/http/logged-request.ts'
import { keepAnswers } from './base/http/keep-answers.ts'
import { isOwn } from './base/http/own-requests.ts'
import { healthRoutes } from './health/health.routes.ts'
import { metricsRoutes } from './health/metrics.routes.ts'
import { untilQuiet } from './base/http/until-quiet.ts'
import { healthRoute } from './base/http/health.ts'
import { collectOpenApi, describeAccess, staffOpenApiRoutes } from './base/http/openapi.ts'
import { pageRoutes } from './site/pages.ts'
import { workerRoutes } from './site/worker/worker.routes.ts'
import { limitScope, registerRateLimits } from './base/http/rate-limits.ts'
import { staffSystemRoutes } from './staff/system/system.routes.ts'
import { staffJobRoutes } from './staff/jobs/jobs.routes.ts'
import { staffOverviewRoutes } from './staff/overview/overview.routes.ts'
import { openInsideRoutes } from './inside/inside.routes.ts'
import { openSearchRoutes, staffSearchRoutes } from './search/search.routes.ts'
import type { Services } from './services.ts'
import { beaconRoutes, staffVisitRoutes } from './staff/visits/visits.routes.ts'
import { openExamDatesRoutes, staffExamDatesRoutes } from './staff/settings/exam-dates.routes.ts'
import { openSettingsRoutes, staffSettingsRoutes } from './staff/settings/settings.routes.ts'

/** The whole HTTP surface: what is open to all, what signs in, what only staff may do. */
export async function buildApp(services: Services, bodies = bodyRule): Promise<AppInstance> {
  const app = Fastify({
    loggerInstance: services.log.child({}, { serializers: requestSerializers }),
    genReqId: ({ headers }) => requestIdOf(headers[requestIdHeader]),
    /* What this process asks itself for fills no log. */
    childLoggerFactory: (log, bindings, options, raw) =>
      log.child(bindings, isOwn({ raw }) ? { ...options, level: 'warn' } : options),
    trustProxy: services.config.trustProxy,
    bodyLimit: limits.maxJsonBytes,
    connectionTimeout: limits.connectionStallMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: { connectionsCheckingInterval: bodies.checkMs },
    forceCloseConnections: 'idle',
    /* What comes on an open line meanwhile is answered like the requests before it, and is the last one there. */
    return503OnClosing: false,
    frameworkErrors: handleFrameworkError,
    rewriteUrl: addressForStaff,
    clientErrorHandler: answerClientErrors(commonHeaders(services.config)),
    routerOptions: { maxParamLength: limits.maxLinkLength, ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const findKept = keepAnswers(app, services.keptAnswers)
  const errorPages = createErrorPages(findKept)
  app.setErrorHandler(errorPages.handle)
  /* Fastify reads text bodies of its own accord; ours are JSON. */
  app.removeContentTypeParser('text/plain')
  tellRequestIds(app)
  addSecurityHeaders(app, services.config)
  app.addHook('onReady', async () => watchBodies(app.server, bodies, app.log))
  await app.register(cookie)
  await registerRateLimits(app, services)
  await collectOpenApi(app)
  decorateSession(app)

  healthRoute(app, services.database)
  healthRoutes(app, services.readiness)
  metricsRoutes(app, services)

  await app.register(async open => {
    limitScope(open, 'api')
    services.content.openRoutes(open)
    openSearchRoutes(open, services)
    openInsideRoutes(open, services)
    openSettingsRoutes(open, services.settings)
    openExamDatesRoutes(open, services.examDates)
    seasonPackRoutes(open, services)
    await open.register(async visitor => {
      visitor.addHook('onRequest', readSession(services.accounts))
      visitor.addHook('onRequest', requireCsrfOrOwnOrigin(services))
      visitorContactRoutes(visitor, services.contact)
    })
    await open.register(async beacon => {
      beacon.addHook('onRequest', requireOwnOrigin(services))
      beaconRoutes(beacon, services)
    })
    await open.register(async lookup => {
      lookup.addHook('onRequest', requireOwnOrigin(services))
      lookupRoutes(lookup, services.results.numbers)
    })
  })

  await app.register(async files => {
    openFileRoutes(files, services)
    openRenditionRoutes(files, services)
    numberBucketRoutes(files, services.numberBuckets)
    openPagePictureRoutes(files, services)
    openPageTextRoutes(files, services)
  })

  await app.register(async discovery => {
    limitScope(discovery, 'discovery')
    robotsRoute(discovery, services.config)
    sitemapRoutes(discovery, services)
    feedRoutes(discovery, services)
    calendarRoutes(discovery, services)
    shareRoutes(discovery, services)
    iconRoutes(discovery)
    openExamPdfRoutes(discovery, services)
  })

  await app.register(async signIn => {
    describeAccess(signIn, { needsSession: false })
    limitScope(signIn, 'sign-in')
    signIn.addHook('onRequest', readSession(services.accounts))
    signIn.addHook('onRequest', requireCsrf(services))
    openAccountRoutes(signIn, services)
    signInRoutes(signIn, services)
    openAccountLinkRoutes(signIn, services)
    passkeySignInRoutes(signIn, services)
  })

  await app.register(async staff => {
    describeAccess(staff, { needsSession: true })
    await tellRelease(staff)
    staff.addHook('onRequest', readSession(services.accounts))
    staff.addHook('onRequest', requireSession)
    staff.addHook('onRequest', requireCsrf(services))
    await staff.register(async own => {
      ownSecondFactorRoutes(own, services)
      ownPasskeyRoutes(own, services)
    })
    await staff.register(async files => {
      files.addHook('onRequest', requireSecondFactor(services.settings))
      await staffUploadRoutes(files, services)
      await staffResumableRoutes(files, services)
      staffCoverRoutes(files, services)
      staffPageImageRoutes(files, services)
      staffPageTextRoutes(files, services)
      staffLightCopyRoutes(files, services)
    })
    await staff.register(async records => {
      records.addHook('onRequest', requireSecondFactor(services.settings))
      services.content.staffRoutes(records)
      staffPublishingRoutes(records, services.publishing)
      staffTrashRoutes(records, services)
      staffBatchRoutes(records, services.batches, services.content.changes)
      staffIngestRoutes(records, services.ingests)
      staffDraftRoutes(records, services.drafts)
      staffCoverageRoutes(records, services.coverage)
      staffRestoreRoutes(records, {
        audit: services.audit,
        elsewhere: services.elsewhere,
      })
      staffAuditRoutes(records, services.audit)
      staffAccountRoutes(records, services)
      staffAccountLinkRoutes(records, services.accounts)
      staffSecondFactorRoutes(records, services.accounts)
      staffSettingsRoutes(records, services.settings)
      staffExamDatesRoutes(records, services.examDates)
      staffContactRoutes(records, services.contact)
      staffOverviewRoutes(records, services.overview)
      staffJobRoutes(records, services.jobs)
      staffSystemRoutes(records, services.system)
      staffVisitRoutes(records, services.visits)
      staffSearchRoutes(records, services)
      staffOpenApiRoutes(records)
    })
  })

  await app.register(assetRoutes)
  await app.register(async worker => workerRoutes(worker, services))
  await app.register(async dashboard => dashboardRoutes(dashboard, services))
  await pageRoutes(app, services, errorPages)
  /* Behind those who end their own work: hooks of children run in the order of their registration. */
  await app.register(async door => {
    door.addHook('preClose', () => untilQuiet(app.server))
  })
  return app
}
