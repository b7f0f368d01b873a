import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { fieldMessages } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { lookupInputSchema } from '#contract/resources/lookup.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import { encode, makeReady } from '#server/base/http/page-cache.ts'
import { rateLimits } from '#server/base/http/rate-limits.ts'
import { requireOwnOrigin } from '#server/staff/session/csrf.ts'
import type { LookupOutcome, PageRequest, SiteBundle } from '#web/site/page-module.ts'
import { encodingOfRequest, sendReady } from './ready-answer.ts'

const notKept = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/**
 * Takes the form «اعرف نتيجتك» of a browser without scripts and answers with a page that nobody keeps. The number
 * stands in the body of the request and on the page, and nowhere else. Source: R6.3.
 */
export async function answerFormRoutes(
  app: AppInstance,
  services: PageRequest['services'],
  site: SiteBundle,
  askedOf: (request: Parameters<typeof sendReady>[0]) => PageRequest,
): Promise<void> {
  async function look(stage: MinisterialGradeCode, fields: URLSearchParams): Promise<LookupOutcome> {
    const parsed = lookupInputSchema.safeParse({ ...Object.fromEntries(fields), stage })
    if (!parsed.success) {
      const { status, message } = errorCatalogue.invalid_fields
      return { status, message: fieldMessages(parsed.error).number ?? message }
    }
    try {
      return { found: await services.results.numbers.lookup(parsed.data) }
    } catch (error) {
      const code = codeOfError(error)
      const { status, message } = errorCatalogue[code]
      if (status >= 500) throw error
      return { status, message: error instanceof Error ? error.message : message }
    }
  }

  await app.register(async form => {
    form.addHook('onRequest', requireOwnOrigin(services))
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) => new URLSearchParams(String(body)),
    )
    for (const stage of ministerialGradeCodes) {
      const address = paths.resultAnswer(stage)
      /* Who comes back to the address of an answer has nothing to send. */
      form.get(address, async (_request, reply) => reply.redirect(paths.resultsOfGrade(stage), 303))
      form.post(address, { config: rateLimits.lookups }, async (request, reply) => {
        const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const sent = {
          stage,
          number: (fields.get('number') ?? '').slice(0, limits.maxTitleLength),
          releaseYear: fields.get('releaseYear') ?? '',
          try: fields.get('try') ?? '',
          outcome: await look(stage, fields),
        }
        const answer = await site.resultAnswer(askedOf(request), sent)
        const page = await encode(makeReady(answer), encodingOfRequest(request))
        sendReady(request, reply, page, notKept)
        return reply
      })
    }
  })
}
