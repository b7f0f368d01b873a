import { fieldMessages } from '#contract/fields.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { contactInputSchema } from '#contract/resources/contact-message.ts'
import { readSession } from '#server/staff/session/request-session.ts'
import type { PageRequest, SiteBundle } from '#web/site/page-module.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { requireCsrfOrOwnOrigin } from '#server/staff/session/csrf.ts'
import { encode, makeReady } from '#server/base/http/page-cache.ts'
import { limitScope, rateLimits } from '#server/base/http/rate-limits.ts'
import { encodingOfRequest, sendReady } from './ready-answer.ts'

const notShared = { 'cache-control': 'no-store' }

function fieldsOfForm(body: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body))
}

/** Takes the contact form of a browser without scripts: back to the page when sent, the form again when refused. */
export async function contactFormRoute(
  app: AppInstance,
  services: PageRequest['services'],
  site: SiteBundle,
  askedOf: (request: Parameters<typeof sendReady>[0]) => PageRequest,
): Promise<void> {
  await app.register(async form => {
    limitScope(form, 'forms')
    form.addHook('onRequest', readSession(services.accounts))
    form.addHook('onRequest', requireCsrfOrOwnOrigin(services))
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) => fieldsOfForm(String(body)),
    )
    form.post(paths.contact, { config: rateLimits.contact }, async (request, reply) => {
      const parsed = contactInputSchema.safeParse(request.body)
      if (parsed.success) {
        await services.contact.create(parsed.data, request.ip || null)
        return reply.redirect(`${paths.contact}?sent=1`, 303)
      }
      const { status, message } = errorCatalogue.invalid_fields
      const values = (request.body ?? {}) as Record<string, string>
      const refused = { values, fields: fieldMessages(parsed.error), message }
      const answer = await site.refusedContact(askedOf(request), refused)
      if (answer.kind === 'document') {
        const page = await encode(makeReady({ ...answer, status }), encodingOfRequest(request))
        sendReady(request, reply, page, notShared)
      }
      return reply
    })
  })
}
