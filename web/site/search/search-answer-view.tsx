import { ArrowLeft, CircleAlert, RotateCw, SearchX } from 'lucide-react'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { searchTypeLabels, searchTypes } from '#contract/resources/search.ts'
import type { SearchAnswer, SearchHit } from '#contract/resources/search.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { hitDetails } from './hit-details.ts'
import { RecognisedChips } from './recognised-chips.tsx'
import type { SearchState } from './use-search.ts'

const skeletonGroups = [1, 2, 3]
const skeletonRows = [1, 2]

/** The id of an option, by its place in the list as it is shown. */
export function optionId(index: number): string {
  return `search-option-${index}`
}

/** The hits in the order in which the groups show them. */
export function orderedHits(answer: SearchAnswer): SearchHit[] {
  return searchTypes.flatMap(type => answer.hits.filter(hit => hit.type === type))
}

interface SearchAnswerViewProps {
  query: string
  state: SearchState
  /** The place of the selected hit; -1 for none. */
  selected: number
  onPick: (index: number) => void
  /** Searches for another text: the query without a part that was understood. */
  onChangeQuery: (query: string) => void
  onRetry: () => void
}

/** What the search dialog shows below its input, in every state. Source: public.md §2, §4. */
export function SearchAnswerView(props: SearchAnswerViewProps) {
  const { query, state, selected, onPick, onChangeQuery, onRetry } = props
  if (state.name === 'failed') {
    return (
      <div className="search-message is-failed" role="alert">
        <CircleAlert aria-hidden="true" />
        <p>{state.message}</p>
        <button type="button" className="button is-quiet" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          إعادة المحاولة
        </button>
      </div>
    )
  }
  if (state.name === 'loading') return <SearchSkeleton />
  if (state.name === 'idle' || query.length < limits.minSearchLength) {
    return <p className="search-message">ابدأ الكتابة للبحث...</p>
  }
  const { answer } = state
  if (answer.hits.length === 0) {
    return (
      <div className="search-message">
        <RecognisedChips answer={answer} onRemove={onChangeQuery} />
        <SearchX aria-hidden="true" />
        <p role="status">
          لا توجد نتائج لـ "<bdi>{query}</bdi>"
        </p>
        <p className="muted">حاول تغيير كلمات البحث أو تحقق من الإملاء</p>
      </div>
    )
  }
  return (
    <>
      <RecognisedChips answer={answer} onRemove={onChangeQuery} />
      <p className="search-total" role="status">
        {formatCount(answer.total, countedNouns.result)}
      </p>
      <SearchGroups answer={answer} selected={selected} onPick={onPick} />
      {answer.total > answer.hits.length && (
        <a className="button is-plain search-all" href={`${paths.search}?q=${encodeURIComponent(query)}`}>
          كل النتائج
          <ArrowLeft aria-hidden="true" />
        </a>
      )}
    </>
  )
}

type SearchGroupsProps = Pick<SearchAnswerViewProps, 'selected' | 'onPick'> & { answer: SearchAnswer }

function SearchGroups({ answer, selected, onPick }: SearchGroupsProps) {
  const hits = orderedHits(answer)
  return (
    <div role="listbox" aria-label="نتائج البحث">
      {searchTypes
        .filter(type => hits.some(hit => hit.type === type))
        .map(type => (
          <div className="search-group" role="group" aria-labelledby={`search-group-${type}`} key={type}>
            <p className="search-group-title" id={`search-group-${type}`}>
              {searchTypeLabels[type]}
              <span className="year-chip">{formatNumber(answer.groups[type])}</span>
            </p>
            {hits.map(
              (hit, index) =>
                hit.type === type && (
                  <a
                    className="search-hit"
                    role="option"
                    id={optionId(index)}
                    key={hit.id}
                    href={hit.url}
                    tabIndex={-1}
                    aria-selected={index === selected}
                    onClick={event => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return
                      event.preventDefault()
                      onPick(index)
                    }}
                  >
                    <bdi className="search-hit-title">
                      <HighlightedText text={hit.title} ranges={hit.highlights} />
                    </bdi>
                    <span className="card-text">{hitDetails(hit)}</span>
                  </a>
                ),
            )}
          </div>
        ))}
    </div>
  )
}

function SearchSkeleton() {
  return (
    <div className="search-skeleton" role="status" aria-label="جاري البحث">
      {skeletonGroups.map(group => (
        <div className="skeleton" key={group}>
          <span className="skeleton-line is-shorter" />
          {skeletonRows.map(row => (
            <span className="skeleton-row" key={row} />
          ))}
        </div>
      ))}
    </div>
  )
}
