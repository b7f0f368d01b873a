import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { EmptyNotice } from '#web/ui/notice.tsx'
import type { Way } from './elsewhere.ts'

interface EmptyListProps {
  /** What there is not, as a sentence. */
  text: string
  ways: readonly Way[]
  /** The way to the whole list, if this is a part of it. */
  children?: ReactNode
}

/** A list that has nothing yet, though nobody typed a word: what is missing, and where something is. */
export function EmptyList({ text, ways, children }: EmptyListProps) {
  return (
    <EmptyNotice title="لا توجد نتائج" text={text}>
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
