import { stageBySlug } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { latinDigits } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { definePage } from '../define-page.tsx'
import { hrefWith } from '../query.ts'

/** `/notes/{stage}/{page}`: the page number as part of the path. Source: P4.8. */
export const oldNoteListAddressPage = definePage<object, Record<string, never>>({
  address: '/notes/:stage/:page',
  tags: [],
  async load({ params }) {
    const stage = stageBySlug(params.stage ?? '')
    const digits = latinDigits(params.page ?? '')
    if (!stage || !/^[1-9]\d{0,5}$/.test(digits)) throw new AppError('not_found')
    return { redirectTo: hrefWith(paths.notesOfStage(stage), { page: Number(digits) }), isPermanent: true }
  },
  meta: () => ({ title: 'الملازم' }),
  View: () => null,
})
