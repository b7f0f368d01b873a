import { CalendarClock, CircleCheck, Eye, Minus, Send, ScanText, TriangleAlert, Upload } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { branchLabels } from '#contract/codes/branches.ts'
import {
  countedNouns,
  formatCount,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatPlainNumber,
  formatShortDate,
  formatTime,
} from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
import type { Release } from '#contract/resources/release.ts'
import { addressOfMissing } from '../standard/preset.ts'
import { stoppedWords } from './cells.ts'
import type { CellState, ReleaseCell } from './cells.ts'
import type { ArchiveRow } from './use-archives.ts'

const looks: Record<CellState | 'sending', { icon: LucideIcon; label: string }> = {
  missing: { icon: Minus, label: 'ناقص' },
  sending: { icon: Upload, label: 'يُرفع' },
  reading: { icon: ScanText, label: 'يُقرأ' },
  ready: { icon: CircleCheck, label: 'جاهز' },
  scheduled: { icon: CalendarClock, label: 'مجدول' },
  published: { icon: Send, label: 'منشور' },
  doubt: { icon: Eye, label: 'يحتاج قرارك' },
  problem: { icon: TriangleAlert, label: 'مشكلة' },
}

type ReleasePlace = Pick<Release, 'stage' | 'releaseYear' | 'try'>

interface ReleaseGridProps {
  release: ReleasePlace
  rows: ReleaseCell[][]
  /** The archives on their way to this release. */
  archives: readonly ArchiveRow[]
}

/** The cities of a release by branches, in two halves where there is room. Each cell leads to its form. */
export function ReleaseGrid({ release, rows, archives }: ReleaseGridProps) {
  const middle = Math.ceil(rows.length / 2)
  return (
    <div className="release__cities">
      {[rows.slice(0, middle), rows.slice(middle)].map(half => (
        <table
          key={half[0]?.[0]?.city}
          className="release__table"
          aria-label={`من ${half[0]?.[0]?.city} إلى ${half.at(-1)?.[0]?.city}`}
        >
          <thead>
            <tr>
              <th scope="col">المديرية</th>
              {half[0]?.map(({ branch }, index) => (
                <th key={branch} scope="col">
                  {branch === null ? (index === 0 ? 'المدارس، الأرقام' : 'بلا فرع') : branchLabels[branch]}
                  {index === 0 && branch !== null ? <small> مدارس، أرقام</small> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {half.map(cells => (
              <tr key={cells[0]?.city}>
                <th scope="row">{cells[0]?.city}</th>
                {cells.map(cell => (
                  <Cell
                    key={cell.branch}
                    cell={cell}
                    address={addressOf(cell, release)}
                    archive={archiveOf(cell, archives)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

function archiveOf({ city, branch }: ReleaseCell, archives: readonly ArchiveRow[]): ArchiveRow | undefined {
  return archives.find(
    row => row.url === '' && row.city === city && (branch === null || row.branch === branch),
  )
}

/** The address of the form that a cell leads to: filled with its place where the result is missing. */
export function addressOf({ results, city, branch }: ReleaseCell, release: ReleasePlace): string {
  const [first] = results
  if (first) return dashboardPaths.edit(dashboardPaths.results, first.id)
  const { stage, releaseYear, try: round } = release
  return addressOfMissing('result', { stage, releaseYear, try: round, city, branch })
}

interface CellProps {
  cell: ReleaseCell
  address: string
  archive: ArchiveRow | undefined
}

function Cell({ cell, address, archive }: CellProps) {
  const state = archive && cell.state === 'missing' ? 'sending' : cell.state
  const { icon: Icon, label } = looks[state]
  const branch = cell.branch ? ` ${branchLabels[cell.branch]}` : ''
  return (
    <td data-state={state}>
      <Link to={address} title={told(cell)}>
        <Icon aria-hidden />
        <span className="visually-hidden">{`${cell.city}${branch}: ${label}.`}</span>
        {archive && state === 'sending' ? (
          <span>{formatPercent(Math.floor((archive.sentBytes / Math.max(1, archive.size)) * 100))}</span>
        ) : (
          <Words cell={cell} label={label} />
        )}
      </Link>
    </td>
  )
}

function Words({ cell, label }: { cell: ReleaseCell; label: string }) {
  const { state, results, schools, numbers, unread } = cell
  if (state === 'missing' || state === 'problem' || state === 'doubt') {
    return (
      <>
        <span>{label}</span>
        {state === 'missing' ? <small>أضف</small> : <small>افحص</small>}
      </>
    )
  }
  if (state === 'reading') {
    const progress = results.find(one => one.progress)?.progress
    return (
      <>
        <span>{label}</span>
        {progress ? (
          <small>{`${formatNumber(progress.done)} / ${formatNumber(progress.total)}`}</small>
        ) : null}
      </>
    )
  }
  const moment = results[0]?.publishAt
  const change = changeOf(cell)
  return (
    <>
      {schools > 0 ? (
        <span>
          {formatNumber(schools)}
          <span className="visually-hidden"> مدرسة</span>
        </span>
      ) : (
        <span>{label}</span>
      )}
      {unread > 0 ? (
        <small>
          {schools === unread
            ? 'لم تُقرأ'
            : `قُرئ ${formatNumber(schools - unread)} من ${formatNumber(schools)}`}
        </small>
      ) : numbers > 0 ? (
        <small>
          {formatNumber(numbers)}
          <span className="visually-hidden"> رقم امتحاني</span>
        </small>
      ) : null}
      {change === '' ? null : (
        <small className="release__change">
          {change}
          <span className="visually-hidden"> عن السنة الماضية</span>
        </small>
      )}
      {state === 'ready' || !moment ? null : (
        <small>{`${formatShortDate(moment)} ${formatTime(moment)}`}</small>
      )}
    </>
  )
}

/** Schools against a year before, where they are others. Shape: «−٢٠٪». */
function changeOf({ share }: ReleaseCell): string {
  const change = share === null ? 0 : Math.round(share) - 100
  return change === 0 ? '' : `${change > 0 ? '+' : '−'}${formatPlainNumber(Math.abs(change))}٪`
}

/** What hovering over a cell tells. */
function told(cell: ReleaseCell): string | undefined {
  const { problem, schools, numbers, numbersBefore, unread, stopped, share, results } = cell
  const [first] = results
  if (!first) return 'لا نتيجة بعد: أضفها'
  const parts = [
    problem,
    schools > 0 ? formatCount(schools, countedNouns.school) : '',
    share === null ? '' : `${formatPlainNumber(Math.round(share))}٪ من مدارس السنة الماضية`,
    numbers > 0 ? `${formatNumber(numbers)} رقم امتحاني` : '',
    stopped > 0 ? `${formatCount(stopped, countedNouns.school)} لم تُقرأ أرقامها، ${stoppedWords}` : '',
    unread > stopped ? `${formatCount(unread - stopped, countedNouns.school)} تُقرأ أرقامها الآن` : '',
    numbers > 0 && numbersBefore > 0 ? `وكانت ${formatNumber(numbersBefore)}` : '',
    first.publishAt && first.state !== 'draft' ? formatDateTime(first.publishAt) : '',
  ]
  return parts.filter(Boolean).join('، ') || undefined
}
