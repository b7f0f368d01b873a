import { History, X } from 'lucide-react'
import { listId, optionId } from './option-id.ts'

interface RecentListProps {
  searches: readonly string[]
  /** The place of the selected search; -1 for none. */
  selected: number
  onPick: (query: string) => void
  onForget: (query: string) => void
  onForgetAll: () => void
}

/** What was searched on this device: options of the combobox, each with a button beside it that forgets it. */
export function RecentList({ searches, selected, onPick, onForget, onForgetAll }: RecentListProps) {
  return (
    <section className="recent" aria-labelledby="recent-title">
      <div className="recent-head">
        <h2 className="search-group-title" id="recent-title">
          عمليات بحثك الأخيرة
        </h2>
        <button type="button" className="button is-plain is-small" onClick={onForgetAll}>
          مسح الكل
        </button>
      </div>
      <div className="recent-rows">
        <div role="listbox" id={listId} aria-labelledby="recent-title">
          {searches.map((query, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the combobox's.
            <div
              className="search-hit recent-row"
              role="option"
              id={optionId(index)}
              key={query}
              tabIndex={-1}
              aria-selected={index === selected}
              aria-keyshortcuts="Delete"
              onClick={() => onPick(query)}
            >
              <History aria-hidden="true" />
              <bdi>{query}</bdi>
            </div>
          ))}
        </div>
        {/* Beside the options, not in them: what is inside an option is only text to a screen reader. */}
        <ul className="recent-removals">
          {searches.map(query => (
            <li key={query}>
              <button
                type="button"
                className="icon-button"
                aria-label={`إزالة «${query}» من عمليات البحث الأخيرة`}
                onClick={() => onForget(query)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p className="muted recent-note">محفوظة على جهازك فقط.</p>
    </section>
  )
}
