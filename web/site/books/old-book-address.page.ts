import { paths } from '#contract/paths.ts'
import { stageBySlug } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { definePage } from '../define-page.tsx'

/** `/books/{stage}/{id}`: an old address of a book. Source: P5.5. */
export const oldBookAddressPage = definePage<object, Record<string, never>>({
  address: '/books/:stage/:id',
  tags: [],
  async load({ params }) {
    if (!stageBySlug(params.stage ?? '')) throw new AppError('not_found')
    return { redirectTo: paths.book(encodeURIComponent(params.id ?? '')), isPermanent: true }
  },
  meta: () => ({ title: 'كتاب' }),
  View: () => null,
})
