import { branchLabels } from '#contract/codes/branches.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { keep } from '#web/shelf/shelf.ts'
import { canKeep, tellWorker } from '#web/shelf/worker-line.ts'
import { say, tellPage } from './keep.ts'
import { cutOutRow } from './row-picture.ts'
import type { FoundRow } from './row-picture.ts'
import { attachShelfMark } from './shelf-mark.ts'

/** Puts the own row of an answer on the shelf: its picture, the school and the round. The number is not among it. */
export async function keepRow({ match, row }: FoundRow): Promise<void> {
  const { sheetId, school, city, branch, page, picture, releaseYear } = match
  if (!picture) return
  if (!canKeep()) return say('الحفظ للقراءة بلا إنترنت غير متاح في متصفحك الآن. صوّر الشاشة بدلاً من ذلك.')
  try {
    attachShelfMark()
    const round = `${roundLabel(match.try, formatPlainNumber)} ${formatPlainNumber(releaseYear)}`
    await keep([
      {
        id: `row:${sheetId}.${page}.${row.map(share => Math.round(share * 10_000)).join('.')}`,
        kind: 'row',
        title: `سطري · ${round}`,
        about: [school, branch ? `${city} ${branchLabels[branch]}` : city].join(' · '),
        subject: null,
        page: paths.sheet(sheetId),
        files: [],
        picture: await cutOutRow({ ...picture, row }),
      },
    ])
    tellPage()
    say('سطرك على رفّك، ويُفتح بلا إنترنت.')
    await tellWorker()
  } catch {
    say('تعذر حفظ سطرك الآن. أعد المحاولة، أو صوّر الشاشة.')
  }
}
