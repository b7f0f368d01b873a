import { branchLabels } from '#contract/codes/branches.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import { formatPlainNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import type { BucketPage, PictureBox, RowPicture } from '#contract/resources/lookup.ts'
import { layOutRow } from '#web/school/row-pieces.ts'
import { keep } from '#web/shelf/shelf.ts'
import { canKeep, tellWorker } from '#web/shelf/worker-line.ts'
import { say, tellPage } from './keep.ts'
import { attachShelfMark } from './shelf-mark.ts'

/** The student's own line alone, cut out of the picture of the page: nobody else's is kept. */
async function cutOut(picture: RowPicture): Promise<Blob> {
  const { width, height, pieces } = layOutRow(picture)
  const whole = Object.assign(new Image(), { src: picture.url })
  await whole.decode()
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.ceil(width),
    height: Math.ceil(height),
  })
  const brush = canvas.getContext('2d')
  for (const { from, at } of pieces) {
    const size = [from.width, from.height] as const
    brush?.drawImage(whole, from.x, from.y, ...size, at.x, at.y, ...size)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The row cannot be drawn'))), 'image/png')
  })
}

/** Puts the own row of an answer on the shelf: its picture, the school and the round. The number is not among it. */
export async function keepRow({ match, row }: { match: BucketPage; row: PictureBox }): Promise<void> {
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
        picture: await cutOut({ ...picture, row }),
      },
    ])
    tellPage()
    say('سطرك على رفّك، ويُفتح بلا إنترنت.')
    await tellWorker()
  } catch {
    say('تعذر حفظ سطرك الآن. أعد المحاولة، أو صوّر الشاشة.')
  }
}
