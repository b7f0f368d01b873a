import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDate, formatNumber } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { apiPaths } from '#contract/paths.ts'
import type { VisitsByDate } from '#contract/resources/visit.ts'
import { api } from '#web/api-client.ts'
import { QueryError, Skeleton } from '../parts/states.tsx'
import { previousRange } from './day-range.ts'
import type { DayRange } from './day-range.ts'

const viewWidth = 1000
const viewHeight = 240
const topSpace = 12
const gridLines = 4

function useByDate(range: DayRange) {
  return useQuery({
    queryKey: [apiPaths.visits, 'by-date', range],
    queryFn: ({ signal }) => api.get<VisitsByDate>(apiPaths.visitsByDate, { query: { ...range }, signal }),
  })
}

/** A top above the value that four grid lines part into whole numbers. */
function roundTop(value: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return [4, 8, 12, 20, 40, 60, 80, 100].map(step => step * power).find(step => step >= value) ?? 200 * power
}

/** Time runs from right to left, as the page does. */
function placeOf(index: number, count: number, value: number, top: number) {
  const x = viewWidth - (count > 1 ? (index / (count - 1)) * viewWidth : viewWidth / 2)
  return { x, y: viewHeight - (value / top) * (viewHeight - topSpace) }
}

function lineOf(days: VisitsByDate, top: number): string {
  return days
    .map(({ count }, index) => Object.values(placeOf(index, days.length, count, top)).join(','))
    .join(' ')
}

const sumOf = (days: VisitsByDate) => days.reduce((sum, day) => sum + day.count, 0)

/** Visits by day, with the days before as a dashed line. */
export function VisitsChart({ range }: { range: DayRange }) {
  const now = useByDate(range)
  const before = useByDate(previousRange(range))
  if (now.isError) {
    return <QueryError title="فشل جلب بيانات الزيارات" query={now} />
  }
  if (!now.data) return <Skeleton height="19rem" />
  const days = now.data
  const previous = before.data ?? []
  const top = roundTop(Math.max(gridLines, ...days.map(day => day.count), ...previous.map(day => day.count)))
  const line = lineOf(days, top)
  return (
    <figure className="chart">
      <figcaption className="chart__legend">
        <span className="chart__key chart__key--now">
          هذه الفترة: {formatCount(sumOf(days), staffNouns.visit)}
        </span>
        {before.data ? (
          <span className="chart__key chart__key--before">
            الفترة السابقة: {formatCount(sumOf(previous), staffNouns.visit)}
          </span>
        ) : null}
      </figcaption>
      <div className="chart__plot">
        <div className="chart__scale" aria-hidden>
          {Array.from({ length: gridLines + 1 }, (_, step) => (
            <span key={step}>{formatNumber((top * (gridLines - step)) / gridLines)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${viewWidth} ${viewHeight}`} preserveAspectRatio="none" aria-hidden>
          {Array.from({ length: gridLines + 1 }, (_, step) => {
            const y = topSpace + (step * (viewHeight - topSpace)) / gridLines
            return <line key={step} className="chart__grid" x1={0} x2={viewWidth} y1={y} y2={y} />
          })}
          <polygon className="chart__area" points={`${viewWidth},${viewHeight} ${line} 0,${viewHeight}`} />
          <polyline className="chart__line chart__line--before" points={lineOf(previous, top)} />
          <polyline className="chart__line" points={line} />
          {days.map(({ date, count }, index) => {
            const { x } = placeOf(index, days.length, count, top)
            const width = viewWidth / Math.max(1, days.length - 1)
            return (
              <rect
                key={date}
                className="chart__hit"
                x={x - width / 2}
                y={0}
                width={width}
                height={viewHeight}
              >
                <title>{`${formatDate(date)}: ${formatCount(count, staffNouns.visit)}`}</title>
              </rect>
            )
          })}
        </svg>
      </div>
      <div className="chart__ends" aria-hidden>
        <span>{formatDate(range.startDate)}</span>
        <span>{formatDate(range.endDate)}</span>
      </div>
      <details className="chart__table">
        <summary>عرض الأرقام في جدول</summary>
        <table className="diff">
          <thead>
            <tr>
              <th scope="col">اليوم</th>
              <th scope="col">الزيارات</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
