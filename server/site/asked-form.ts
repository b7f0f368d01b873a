import { paths } from '#contract/paths.ts'
import { wantedSchema } from '#contract/resources/wanted.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { limitScope, rateLimits } from '#server/base/http/rate-limits.ts'
import { requireOwnOrigin } from '#server/staff/session/csrf.ts'
import type { PageRequest } from '#web/site/page-module.ts'

/**
 * Takes «اطلبها»: the wish goes to the inbox and is counted with the searches that found nothing. Whoever sent nothing
 * comes back to the form. Source: P4.11.
 */
export async function askedFormRoute(app: AppInstance, services: PageRequest['services']): Promise<void> {
  await app.register(async form => {
    limitScope(form, 'forms')
    form.addHook('onRequest', requireOwnOrigin(services))
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(String(body))),
    )
    form.post(paths.asked, { config: rateLimits.wishes }, async (request, reply) => {
      const parsed = wantedSchema.safeParse(request.body)
      if (!parsed.success) return reply.redirect(paths.asked, 303)
      const { from, wanted } = parsed.data
      await services.contact.ask(parsed.data, request.ip || null)
      if (!parsed.data.website) services.search.countMiss(wanted)
      return reply.redirect(`${paths.asked}?${new URLSearchParams({ done: '1', from })}`, 303)
    })
  })
}
