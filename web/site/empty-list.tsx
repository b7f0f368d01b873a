import { Search } from 'lucide-react'
import { between } from '#contract/between.ts'
import { formatNumber } from '#contract/format.ts'
import { paths } from '#contract/paths.ts'
import { EmptyNotice } from '#web/ui/notice.tsx'
import type { Way } from './elsewhere.ts'
import { AskForm } from './lists/ask-form.tsx'
import { OwnWay } from './lists/own-way.tsx'
import type { OwnList } from './lists/own-way.tsx'

interface EmptyListProps {
  /** The words that somebody looks for. */
  typed: string | undefined
  /** What to do when the words find nothing. */
  advice: string
  /** What there is not: «كتب كيمياء السادس الإعدادي». */
  name: string
  /** The address of the empty list. */
  from: string
  /** Filters whose removal leaves something. */
  fixes?: readonly { label: string; href: string; count: number }[]
  ways?: readonly Way[]
  /** Which list of the own grade is offered. */
  own: OwnList
  /** The whole list, if this is a part of it. */
  whole?: { label: string; href: string } | false
}

/** A list that shows nothing: what to take away or to type, where something is, and «اطلبها». Source: P4.4, P4.11. */
export function EmptyList({
  typed,
  advice,
  name,
  from,
  fixes = [],
  ways = [],
  own,
  whole = false,
}: EmptyListProps) {
  return (
    <EmptyNotice title="لا توجد نتائج" text={typed ? advice : `لم تُنشر ${name} بعد.`}>
      {(fixes.length > 0 || whole) && (
        <div className="notice-actions">
          {fixes.map(({ label, href, count }) => (
            <a className="button" key={href} href={href} data-swap="replace">
              أزل «{label}»{between}
              {formatNumber(count)}
            </a>
          ))}
          {whole && (
            <a className="button is-quiet" href={whole.href} data-swap="replace">
              {whole.label}
            </a>
          )}
        </div>
      )}
      {!typed && (
        <ul className="chips notice-ways">
          {ways.map(({ href, label }) => (
            <li key={href}>
              <a className="chip" href={href}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <a className="chip" href={paths.search} data-search="">
              <Search aria-hidden="true" />
              ابحث في الموقع
            </a>
          </li>
        </ul>
      )}
      <OwnWay list={own} />
      <AskForm wanted={typed ?? name} from={from} />
    </EmptyNotice>
  )
}
