import { Rss } from 'lucide-react'
import { discoveryPaths } from '#contract/paths.ts'

/** The feed of a list or of a grade, at its end, for those who follow what comes. Source: P12.3. */
export function FeedLink({ list, label }: { list: string; label: string }) {
  return (
    <a className="list-feed" href={discoveryPaths.feed(list)}>
      <Rss aria-hidden="true" />
      تابع الجديد من {label} (خلاصة)
    </a>
  )
}
