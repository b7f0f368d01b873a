import { examNumberIn } from '#contract/exam-number.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { encode, makeReady } from '#server/base/http/page-cache.ts'
import { limitScope } from '#server/base/http/rate-limits.ts'
import { requireOwnOrigin } from '#server/staff/session/csrf.ts'
import type { PageRequest, SiteBundle } from '#web/site/page-module.ts'
import { encodingOfRequest, sendReady } from './ready-answer.ts'

const notKept = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** The filters of the page of results that a form may name. */
const names = ['q', 'type', 'grade', 'subject']

/**
 * Takes the search form of a browser without scripts: on to the page of results, whose address can be shared; but an
 * exam number goes into no address, and its page is kept by nobody. Source: Q3.7.
 */
export async function searchFormRoute(
  app: AppInstance,
  services: PageRequest['services'],
  site: SiteBundle,
  askedOf: (request: Parameters<typeof sendReady>[0]) => PageRequest,
): Promise<void> {
  await app.register(async form => {
    limitScope(form, 'search form', limits.freeTextPagesPerMinute)
    form.addHook('onRequest', requireOwnOrigin(services))
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) => new URLSearchParams(String(body)),
    )
    form.post(paths.search, async (request, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const number = examNumberIn((fields.get('q') ?? '').slice(0, limits.maxSearchLength))
      if (number === undefined) {
        const kept = new URLSearchParams()
        for (const name of names) {
          const value = (fields.get(name) ?? '').trim().slice(0, limits.maxSearchLength)
          if (value !== '') kept.set(name, value)
        }
        return reply.redirect(kept.size > 0 ? `${paths.search}?${kept}` : paths.search, 303)
      }
      const answer = await site.numberChoice(askedOf(request), number)
      const page = await encode(makeReady(answer), encodingOfRequest(request))
      sendReady(request, reply, page, notKept)
      return reply
    })
  })
}
