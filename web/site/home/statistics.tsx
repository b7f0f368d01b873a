import { formatNumber } from '#contract/format.ts'
import type { SiteSettings } from '#contract/resources/site-settings.ts'
import type { Counts } from './counts.ts'

interface StatisticsProps {
  settings: SiteSettings
  counts: Counts
}

/** The figures that staff have set, otherwise what is counted. Source: P3.2. */
function figuresOf({ settings: { statistics }, counts }: StatisticsProps) {
  const set = [
    { count: statistics.students, before: '+', label: 'طالب وطالبة' },
    { count: statistics.resources, before: '+', label: 'مصدر تعليمي' },
    { count: statistics.satisfactionPercent, before: '٪', label: 'نسبة الرضا' },
  ]
  const counted = [
    { count: counts.book ?? 0, before: '', label: 'كتاب منهجي' },
    { count: counts.note ?? 0, before: '', label: 'ملزمة' },
    { count: counts.exam ?? 0, before: '', label: 'امتحان وزاري' },
  ]
  const isThere = ({ count }: { count: number }) => count > 0
  return set.some(isThere) ? set.filter(isThere) : counted.filter(isThere)
}

/** The final values are in the HTML; a small script counts up to them. Source: P3.2. */
export function Statistics(props: StatisticsProps) {
  const figures = figuresOf(props)
  if (figures.length === 0) return null
  return (
    <section className="wrap part" aria-label="رافد بالأرقام">
      <dl className="statistics" data-behaviour="counters" data-when="visible">
        {figures.map(({ count, before, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>
                {before}
                <span data-count={count}>{formatNumber(count)}</span>
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
