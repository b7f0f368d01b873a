import { Rss } from 'lucide-react'
import { discoveryPaths } from '#contract/paths.ts'
import { drawnOnce } from '../chrome/drawn-rows.tsx'

function DrawFeedLink({ list, label }: { list: string; label: string }) {
  return (
    <a className="list-feed" href={discoveryPaths.feed(list)}>
      <Rss aria-hidden="true" />
      تابع الجديد من {label} (خلاصة)
    </a>
  )
}

/** The feed of a list or of a grade, at its end, for those who follow what comes. Source: P12.3. */
export const FeedLink = drawnOnce(DrawFeedLink)
