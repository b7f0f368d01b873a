import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { limits } from '#contract/limits.ts'
import { openAccountRoutes, signInRoutes, staffAccountRoutes } from './accounts/accounts.routes.ts'
import { decorateSession, readSession, requireSession } from './accounts/request-session.ts'
import { staffAuditRoutes } from './audit/audit.routes.ts'
import { openBookRoutes, staffBookRoutes } from './content/books/books.routes.ts'
import { openExamRoutes, staffExamRoutes } from './content/exams/exams.routes.ts'
import { openNewsRoutes, staffNewsRoutes } from './content/news/news.routes.ts'
import { openNoteRoutes, staffNoteRoutes } from './content/notes/notes.routes.ts'
import { openResultRoutes, staffResultRoutes } from './content/results/results.routes.ts'
import type { AppInstance } from './http/app-instance.ts'
import { limitBodyTime } from './http/body-deadline.ts'
import { requireCsrf } from './http/csrf.ts'
import { handleError, handleFrameworkError } from './http/errors.ts'
import { addSecurityHeaders } from './http/headers.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import type { Services } from './services.ts'

/** The whole HTTP surface: what is open to all, what signs in, what only staff may do. */
export async function buildApp(services: Services): Promise<AppInstance> {
  const app: AppInstance = Fastify({
    loggerInstance: services.log,
    trustProxy: services.config.trustProxy,
    bodyLimit: limits.maxJsonBytes,
    connectionTimeout: limits.connectionStallMs,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: 'idle',
    frameworkErrors: handleFrameworkError,
    routerOptions: { maxParamLength: limits.maxLinkLength, ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  /* Fastify reads text bodies of its own accord; ours are JSON. */
  app.removeContentTypeParser('text/plain')
  decorateSession(app)
  addSecurityHeaders(app, services.config)
  await app.register(cookie)
  await registerRateLimits(app)

  await app.register(async open => {
    limitBodyTime(open, limits.requestTimeoutMs)
    openBookRoutes(open, services)
    openNoteRoutes(open, services)
    openExamRoutes(open, services)
    openResultRoutes(open, services)
    openNewsRoutes(open, services)
  })

  await app.register(async signIn => {
    signIn.addHook('onRequest', readSession(services))
    signIn.addHook('onRequest', requireCsrf(services))
    limitBodyTime(signIn, limits.requestTimeoutMs)
    openAccountRoutes(signIn, services)
    signInRoutes(signIn, services)
  })

  await app.register(async staff => {
    staff.addHook('onRequest', readSession(services))
    staff.addHook('onRequest', requireSession)
    staff.addHook('onRequest', requireCsrf(services))
    limitBodyTime(staff, limits.requestTimeoutMs)
    staffBookRoutes(staff, services)
    staffNoteRoutes(staff, services)
    staffExamRoutes(staff, services)
    staffResultRoutes(staff, services)
    staffNewsRoutes(staff, services)
    staffAccountRoutes(staff, services)
    staffAuditRoutes(staff, services)
  })

  return app
}
