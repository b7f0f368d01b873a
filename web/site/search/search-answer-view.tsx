import { ArrowLeft, CircleAlert, RotateCw } from 'lucide-react'
import type { MouseEvent } from 'react'
import { examNumberIn } from '#contract/exam-number.ts'
import type { KindIcon } from '#contract/kinds.ts'
import { formatNumber } from '#contract/format.ts'
import { gradePath, searchPath } from '#contract/search-paths.ts'
import { readOwnGrade } from '#web/school/own-grade.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { HitDetails } from './hit-details.tsx'
import { HitTile } from './hit-tile.tsx'
import { InsideGroup } from './inside-group.tsx'
import { listId, optionId } from './option-id.ts'
import { RecognisedChips } from './recognised-chips.tsx'
import { orderedHits, orderedTypes } from './shown-answer.ts'
import type { ShownAnswer, ShownType } from './shown-answer.ts'
import type { SearchState } from './use-search.ts'

const skeletonGroups = [1, 2, 3]
const skeletonRows = [1, 2]
/** The address of the page with every result of a query. */
export function searchPageAddress(query: string): string {
  return `${searchPath}?q=${encodeURIComponent(query)}`
}

interface SearchAnswerViewProps {
  query: string
  typeLabels: Record<ShownType, string>
  typeIcons: Record<ShownType, KindIcon>
  state: Exclude<SearchState, { name: 'idle' }>
  /** The place of the selected hit; -1 for none. */
  selected: number
  /** A link was followed; a link for another tab leaves the dialog open. */
  onFollow: (address: string, isHere: boolean) => void
  /** Pages stand below the hits now, at these addresses. */
  onPages: (addresses: readonly string[]) => void
  /** Searches for another text: the query without a part that was understood. */
  onChangeQuery: (query: string) => void
  onRetry: () => void
}

/** What the search dialog shows of a query below its status. Source: Q3.3, Q3.5. */
export function SearchAnswerView(props: SearchAnswerViewProps) {
  const { query, typeLabels, typeIcons, state, selected, onFollow, onPages, onChangeQuery, onRetry } = props
  if (state.name === 'failed') return <SearchFailure isOffline={state.isOffline} onRetry={onRetry} />
  if (state.name === 'loading') return <SearchSkeleton />
  const { answer } = state
  const isNumber = examNumberIn(query) !== undefined
  const isNothing = answer.hits.length === 0
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const isHere = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (isHere) event.preventDefault()
    onFollow(event.currentTarget.href, isHere)
  }
  return (
    <>
      <RecognisedChips answer={answer} onRemove={onChangeQuery} />
      {!isNothing && (
        <SearchGroups
          answer={answer}
          typeLabels={typeLabels}
          typeIcons={typeIcons}
          selected={selected}
          onClick={follow}
        />
      )}
      {isNothing && <OwnGradeLink onClick={follow} />}
      {(isNothing ? !isNumber : answer.total > answer.hits.length) && (
        <a className="button is-quiet search-all" href={searchPageAddress(query)} onClick={follow}>
          {isNothing ? 'اطلب ما لم تجد' : 'كل النتائج'}
          <ArrowLeft aria-hidden="true" />
        </a>
      )}
      {!isNumber && (
        <InsideGroup
          query={query}
          onFollow={onFollow}
          onShown={onPages}
          options={{ first: answer.hits.length, selected }}
        />
      )}
    </>
  )
}

/** Where nothing was found: everything of the grade that this device keeps. */
function OwnGradeLink({ onClick }: Pick<SearchGroupsProps, 'onClick'>) {
  const own = readOwnGrade()
  return (
    own && (
      <a className="button is-quiet search-all" href={gradePath + own.kept} onClick={onClick}>
        كل ما لصفك
        <ArrowLeft aria-hidden="true" />
      </a>
    )
  )
}

interface SearchGroupsProps {
  answer: ShownAnswer
  typeLabels: Record<ShownType, string>
  typeIcons: Record<ShownType, KindIcon>
  selected: number
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
}

function SearchGroups({ answer, typeLabels, typeIcons, selected, onClick }: SearchGroupsProps) {
  const hits = orderedHits(answer)
  return (
    <div role="listbox" id={listId} aria-label="نتائج البحث">
      {orderedTypes(answer).map(type => (
        <div className="search-group" role="group" aria-labelledby={`search-group-${type}`} key={type}>
          <p className="search-group-title" id={`search-group-${type}`}>
            {typeLabels[type]}
            <span className="year-chip">{formatNumber(answer.groups[type])}</span>
          </p>
          {hits.map(
            (hit, index) =>
              hit.type === type && (
                <a
                  className={index === 0 ? 'search-hit is-best' : 'search-hit'}
                  role="option"
                  id={optionId(index)}
                  key={hit.id}
                  href={hit.url}
                  tabIndex={-1}
                  aria-selected={index === selected}
                  onClick={onClick}
                >
                  <HitTile icon={typeIcons[type]} hit={hit} />
                  <span className="search-hit-text">
                    {index === 0 && <span className="search-best">أفضل نتيجة</span>}
                    <bdi className="search-hit-title">
                      <HighlightedText text={hit.title} ranges={hit.highlights} />
                    </bdi>
                    <span className="card-text">
                      <HitDetails hit={hit} />
                    </span>
                  </span>
                </a>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

function SearchFailure({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  return (
    <div className="search-message is-failed" role="alert">
      <CircleAlert aria-hidden="true" />
      <p>
        {isOffline
          ? 'لا يوجد اتصال بالإنترنت. سنعيد البحث وحدنا حالما يعود الاتصال.'
          : 'حدث خطأ أثناء البحث. حاول مرة أخرى.'}
      </p>
      <button type="button" className="button is-quiet" onClick={onRetry}>
        <RotateCw aria-hidden="true" />
        إعادة المحاولة
      </button>
    </div>
  )
}

function SearchSkeleton() {
  return (
    <div className="search-skeleton" aria-hidden="true">
      {skeletonGroups.map(group => (
        <div className="skeleton" key={group}>
          <span className="skeleton-title" />
          {skeletonRows.map(row => (
            <span className="skeleton-row" key={row} />
          ))}
        </div>
      ))}
    </div>
  )
}
