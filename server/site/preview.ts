import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { kinds, kindsWithPage } from '#contract/kinds.ts'
import { apiPaths } from '#contract/paths.ts'
import { previewSchema } from '#contract/resources/preview.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import { describeAccess } from '#server/base/http/openapi.ts'
import { requireCsrf } from '#server/staff/session/csrf.ts'
import { readSession, requireSecondFactor, requireSession } from '#server/staff/session/request-session.ts'
import type { PageRequest, SiteBundle } from '#web/site/page-module.ts'

type SiteServices = PageRequest['services']

/** What staff send: what a form would save, of a kind whose records have pages. */
function inputSchemaOf(elsewhere: SiteServices['elsewhere']) {
  const [first, ...others] = kindsWithPage.map(kind =>
    z.object({
      kind: z.literal(kind),
      /** The record that the form changes; absent for a new one. */
      id: z.string().max(100).optional(),
      input: elsewhere[kind].preview.input,
    }),
  )
  if (!first) throw new Error('No kind of record has a page.')
  return z.discriminatedUnion('kind', [first, ...others])
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
          body: inputSchemaOf(services.elsewhere),
          response: { 200: z.object({ data: previewSchema }) },
        },
      },
      async request => {
        const { kind, id, input } = request.body
        const { id: shown, service } = await services.elsewhere[kind].preview.draw(input, id)
        const page = site.pages.find(({ address }) => address === kinds[kind].pageOf(':id'))
        const answer = await page?.answer({
          services: { ...services, [kinds[kind].list]: service },
          origin: originOf(request),
          path: kinds[kind].pageOf(shown),
          search: '',
          params: { id: shown },
          codeOf: codeOfError,
        })
        if (answer?.kind !== 'document') throw new AppError('internal')
        if (answer.status >= 500) throw answer.error
        return { data: { html: answer.body.replace(/<script\b.*?<\/script>/gs, '') } }
      },
    )
  })
}
