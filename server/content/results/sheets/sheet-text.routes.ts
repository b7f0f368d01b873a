import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { addressKey, rateLimits } from '#server/base/http/rate-limits.ts'
import { drawSheetText } from './sheet-text.page.ts'
import type { SheetsService } from './sheets.service.ts'

const sent = z.object({ id: z.string().max(100), page: z.string().max(20) })
const pageNumber = z.coerce.number().int().min(1)

/**
 * Registers what a page of a public sheet says, for whoever does not see its picture: read from the sheet when it is asked
 * for, kept nowhere, and hidden from search engines. Source: R7.4.
 */
export function openSheetTextRoutes(app: AppInstance, sheets: Pick<SheetsService, 'readText'>): void {
  app.get(
    paths.sheetText(':id', ':page'),
    { schema: { params: sent, hide: true }, config: rateLimits.sheetTexts },
    async function handler(request, reply) {
      const page = pageNumber.safeParse(request.params.page)
      if (!page.success) throw new AppError('sheet_not_found')
      const { school, text } = await sheets.readText(request.params.id, page.data, addressKey(request))
      reply.headers({
        'cache-control': 'no-store',
        'content-language': 'ar',
        'x-robots-tag': 'noindex, nofollow',
      })
      reply.type('text/html; charset=utf-8')
      return drawSheetText({ id: request.params.id, school, page: page.data, text })
    },
  )
}
