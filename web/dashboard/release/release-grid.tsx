import { CalendarClock, CircleCheck, Eye, Minus, Send, ScanText, TriangleAlert, Upload } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { branchLabels } from '#contract/codes/branches.ts'
import { formatDateTime, formatNumber, formatPercent, formatShortDate, formatTime } from '#contract/format.ts'
import { dashboardPaths } from '#contract/paths.ts'
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

interface ReleaseGridProps {
  rows: ReleaseCell[][]
  /** The archives on their way to this release. */
  archives: readonly ArchiveRow[]
}

/** The cities of a release by branches, in two halves where there is room. Each cell leads to its form. */
export function ReleaseGrid({ rows, archives }: ReleaseGridProps) {
  const middle = Math.ceil(rows.length / 2)
  return (
    <div className="release__cities">
      {[rows.slice(0, middle), rows.slice(middle)].map(half => (
        <table key={half[0]?.[0]?.city} className="release__table">
          <thead>
            <tr>
              <th scope="col">المديرية</th>
              {half[0]?.map(({ branch }) => (
                <th key={branch} scope="col">
                  {branch === null ? (half[0]?.length === 1 ? 'المدارس' : 'بلا فرع') : branchLabels[branch]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {half.map(cells => (
              <tr key={cells[0]?.city}>
                <th scope="row">{cells[0]?.city}</th>
                {cells.map(cell => (
                  <Cell key={cell.branch} cell={cell} archive={archiveOf(cell, archives)} />
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

/** The address of the form that a cell leads to. */
export function addressOf({ results }: ReleaseCell): string {
  const [first] = results
  return first
    ? dashboardPaths.edit(dashboardPaths.results, first.id)
    : dashboardPaths.add(dashboardPaths.results)
}

function Cell({ cell, archive }: { cell: ReleaseCell; archive: ArchiveRow | undefined }) {
  const state = archive && cell.state === 'missing' ? 'sending' : cell.state
  const { icon: Icon, label } = looks[state]
  const branch = cell.branch ? ` ${branchLabels[cell.branch]}` : ''
  return (
    <td data-state={state}>
      <Link to={addressOf(cell)} title={told(cell)}>
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
  const { state, results, schools } = cell
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
  return (
    <>
      <span>{schools > 0 ? formatNumber(schools) : label}</span>
      {state === 'ready' || !moment ? null : (
        <small>{`${formatShortDate(moment)} ${formatTime(moment)}`}</small>
      )}
    </>
  )
}

/** What hovering over a cell tells. */
function told({ problem, schools, share, results }: ReleaseCell): string | undefined {
  const [first] = results
  if (!first) return 'لا نتيجة بعد: أضفها'
  const parts = [
    problem,
    schools > 0 ? `${formatNumber(schools)} مدرسة` : '',
    share === null ? '' : `${formatPercent(Math.round(share))} من السنة الماضية`,
    first.publishAt && first.state !== 'draft' ? formatDateTime(first.publishAt) : '',
  ]
  return parts.filter(Boolean).join('، ') || undefined
}
