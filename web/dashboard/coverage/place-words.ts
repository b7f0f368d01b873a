import { roundLabel } from '#contract/codes/rounds.ts'
import { isSubjectCode, subjectLabels } from '#contract/codes/subjects.ts'
import { formatNumber, formatPlainNumber } from '#contract/format.ts'
import { kinds } from '#contract/kinds.ts'
import { boardKinds, type CoverageWish } from '#contract/resources/coverage.ts'
import type { Place, PlaceState, Spot } from './board.ts'

export const stateLabels: Record<PlaceState, string> = {
  there: 'موجود',
  damaged: 'ملفه تالف',
  dead: 'رابط ميت',
  unread: 'نص غير مقروء',
  heavy: 'بلا نسخة خفيفة',
  hidden: 'غير منشور',
  wanted: 'ناقص ويُبحث عنه',
  missing: 'ناقص',
}

/** What a place is called: «الكيمياء ٢٠٢٤ · الدور الثاني», «ملزمة الكيمياء». */
export function placeName({ kind, row, releaseYear, try: round }: Spot): string {
  const name = isSubjectCode(row) ? subjectLabels[row] : row
  if (boardKinds.books.some(each => each === kind)) return `${kinds[kind].label} ${name}`
  const year = releaseYear === null ? '' : ` ${formatPlainNumber(releaseYear)}`
  const when = round === null ? '' : roundLabel(round) || 'بلا دور'
  return `${name}${year}${when && ` · ${when}`}`
}

/** How often something was looked for and asked for: «بحث ٢١٤ · طلب ٦». */
export function wishWords({ searches, requests }: Pick<CoverageWish, 'searches' | 'requests'>): string {
  return [searches > 0 && `بحث ${formatNumber(searches)}`, requests > 0 && `طلب ${formatNumber(requests)}`]
    .filter(Boolean)
    .join(' · ')
}

/** Everything that a cell says, for those who do not see it. */
export function placeWords(place: Place): string {
  const wish = wishWords(place)
  return `${placeName(place)}: ${stateLabels[place.state]}${wish && `، ${wish}`}`
}
