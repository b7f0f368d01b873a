import { AppError } from '#contract/errors.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { filePath } from '#contract/paths.ts'
import { numberNotFoundHelp, unreadHelp } from '#contract/resources/lookup.ts'
import type {
  Lookup,
  LookupInput,
  LookupMatch,
  LookupRelease,
  PictureBox,
} from '#contract/resources/lookup.ts'
import type { ReleaseStatus, WantedRelease } from '#contract/resources/release-status.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { Turns } from '#server/base/turns.ts'
import { safeFileName } from '#server/files/file-name.ts'
import { findNumber } from './numbers.repository.ts'
import type { PublicPage } from './numbers.repository.ts'

/** Where an exam number stands, as everybody may see it. */
export function presentMatch(page: PublicPage, row: PictureBox): LookupMatch {
  const { picture, width, height, head, cuts } = page
  const name = safeFileName(page.school, 'application/pdf').replace(/\.pdf$/i, '')
  return {
    sheetId: page.sheetId,
    resultId: page.resultId,
    school: page.school,
    city: page.city,
    branch: page.branch,
    releaseYear: page.releaseYear,
    try: page.try,
    page: page.page,
    pages: page.pages,
    picture:
      picture === null
        ? null
        : { url: filePath(picture, `${page.page}.webp`), width, height, head, row, cuts },
    url: filePath(page.fileId, `${name}.${page.ending}`),
  }
}

function presentRelease({ stage, release, announced, total }: ReleaseStatus): LookupRelease {
  const state = announced === 0 ? 'none' : announced < total ? 'partly' : 'announced'
  return {
    stage,
    state,
    releaseYear: release?.releaseYear ?? null,
    try: release?.try ?? null,
    announced,
    total,
  }
}

/** What to say to who is not found: which cities are out, and which are still to come. */
export function sayNotFound(status: ReleaseStatus): string {
  const { release, announced, total, cities } = status
  if (release === null) return 'لم تصدر نتائج هذا الصف بعد. تظهر هنا وحدها.'
  const name = `${roundLabel(release.try, formatPlainNumber)} ${formatPlainNumber(release.releaseYear)}`
  const notThere = `لم نجد هذا الرقم في نتائج ${name}`
  const help = unreadHelp(status)
  const more = help && ` ${help}`
  if (announced === total) return `${notThere}، وقد صدرت في المدن كلها. ${numberNotFoundHelp}.${more}`
  const isFew = announced * 2 < total
  const listed = cities.filter(({ at }) => (at === null) !== isFew).map(({ city }) => city)
  const which = isFew ? `صدرت في ${listed.join('، ')} فقط` : `لم تصدر بعد في ${listed.join('، ')}`
  return `${notThere}. ${which}. إن كانت مدينتك قد صدرت ف${numberNotFoundHelp}. وإلا تظهر نتيجتك هنا وحدها.${more}`
}

/** Finds exam numbers in public sheets. Errors: `exam_number_not_found` with what is announced. Source: R6.1. */
export function createLookup(
  db: Queryable,
  statusOf: (wanted: WantedRelease) => Promise<ReleaseStatus>,
): (input: LookupInput) => Promise<Lookup> {
  /* However many ask at once, the other pages keep the database. */
  const turns = new Turns({
    atOnce: limits.lookupsAtOnce,
    maxWaiting: limits.lookupsWaiting,
    maxWaitMs: limits.lookupWaitMs,
  })
  return async input => {
    const { stage, releaseYear, try: round } = input
    const [found, status] = await Promise.all([
      turns.take(() => findNumber(db, input)),
      statusOf({ stage, releaseYear, try: round }),
    ])
    if (found.length === 0) throw new AppError('exam_number_not_found', { message: sayNotFound(status) })
    return {
      matches: found.map(({ box, ...page }) => presentMatch(page, box)),
      release: presentRelease(status),
    }
  }
}
