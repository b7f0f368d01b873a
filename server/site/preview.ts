import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { kinds } from '#contract/kinds.ts'
import { apiPaths } from '#contract/paths.ts'
import { previewInputSchema, previewSchema, type PreviewInput } from '#contract/resources/preview.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import { describeAccess } from '#server/base/http/openapi.ts'
import { requireCsrf } from '#server/staff/session/csrf.ts'
import { readSession, requireSecondFactor, requireSession } from '#server/staff/session/request-session.ts'
import type { PageRequest, SiteBundle } from '#web/site/page-module.ts'

type SiteServices = PageRequest['services']

/** The services of the site, to which one record is what a form holds. Shape: with the record's id. */
async function withPreview(
  services: SiteServices,
  { kind, id, input }: PreviewInput,
): Promise<{ shown: string; services: SiteServices }> {
  if (kind === 'book') {
    const { item, versions } = await services.books.previewWithVersions(input, id)
    const get: typeof services.books.get = async () => item
    const listVersions: typeof services.books.listVersions = async () => versions
    return { shown: item.id, services: { ...services, books: { ...services.books, get, listVersions } } }
  }
  if (kind === 'note') {
    const { item } = await services.notes.preview(input, id)
    return { shown: item.id, services: { ...services, notes: { ...services.notes, get: async () => item } } }
  }
  if (kind === 'exam') {
    const { item } = await services.exams.preview(input, id)
    return { shown: item.id, services: { ...services, exams: { ...services.exams, get: async () => item } } }
  }
  const { item } = await services.news.preview(input, id)
  return { shown: item.id, services: { ...services, news: { ...services.news, get: async () => item } } }
}

/**
 * Draws what a form holds as the page that visitors would get, for the staff alone: nothing is written, and the page has
 * no address that anybody could open or keep, and no script that would tell of a visit. Source: S18.1.
 */
export async function previewRoute(
  app: AppInstance,
  services: SiteServices,
  site: SiteBundle,
  originOf: (request: FastifyRequest) => string,
): Promise<void> {
  await app.register(async (staff: AppInstance) => {
    describeAccess(staff, { needsSession: true })
    staff.addHook('onRequest', readSession(services.accounts))
    staff.addHook('onRequest', requireSession)
    staff.addHook('onRequest', requireCsrf(services))
    staff.addHook('onRequest', requireSecondFactor(services.settings))
    staff.post(
      apiPaths.previews,
      {
        schema: {
          tags: ['previews'],
          body: previewInputSchema,
          response: { 200: z.object({ data: previewSchema }) },
        },
      },
      async request => {
        const { kind } = request.body
        const preview = await withPreview(services, request.body)
        const page = site.pages.find(({ address }) => address === kinds[kind].pageOf(':id'))
        const answer = await page?.answer({
          services: preview.services,
          origin: originOf(request),
          path: kinds[kind].pageOf(preview.shown),
          search: '',
          params: { id: preview.shown },
          codeOf: codeOfError,
        })
        if (answer?.kind !== 'document') throw new AppError('internal')
        if (answer.status >= 500) throw answer.error
        return { data: { html: answer.body.replace(/<script\b.*?<\/script>/gs, '') } }
      },
    )
  })
}
