import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { EmptyNotice } from '#web/ui/notice.tsx'
import type { Way } from './elsewhere.ts'

interface EmptyListProps {
  /** The words that somebody looks for. */
  typed: string | undefined
  /** What to do when the words find nothing. */
  advice: string
  /** What there is not, as a sentence, when nobody typed a word. */
  missing: string
  ways: readonly Way[]
  /** The way to the whole list, if this is a part of it. */
  children?: ReactNode
}

/** A list that shows nothing: other words where words were typed, else what is missing, and where something is. */
export function EmptyList({ typed, advice, missing, ways, children }: EmptyListProps) {
  if (typed) {
    return (
      <EmptyNotice title="لا توجد نتائج" text={advice}>
        {children}
      </EmptyNotice>
    )
  }
  return (
    <EmptyNotice title="لا توجد نتائج" text={missing}>
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
      {children}
    </EmptyNotice>
  )
}
