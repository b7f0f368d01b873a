import { SearchX } from 'lucide-react'
import { examNumberIn } from '#contract/exam-number.ts'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import type { ShownAnswer, ShownType } from './shown-answer.ts'
import type { SearchState } from './use-search.ts'

interface SearchStatusProps {
  query: string
  typeLabels: Record<ShownType, string>
  state: SearchState
}

/**
 * Where a search stands, in words: the content of a live region, so that what is seen is also heard while the focus
 * stays in the input. A failure is an alert of its own. Source: Q3.5.
 */
export function SearchStatus({ query, typeLabels, state }: SearchStatusProps) {
  if (state.name === 'failed') return null
  if (state.name === 'idle') return <p className="search-message">ابدأ الكتابة للبحث...</p>
  if (state.name === 'loading') return <span className="visually-hidden">جاري البحث</span>
  if (examNumberIn(query)) return <p className="search-message">هذا رقم امتحاني: اختر صفك.</p>
  if (state.answer.hits.length > 0) return <Total answer={state.answer} typeLabels={typeLabels} />
  return (
    <div className="search-message">
      <SearchX aria-hidden="true" />
      <p>
        لا توجد نتائج لـ "<bdi>{query}</bdi>"
      </p>
      <p className="muted">حاول تغيير كلمات البحث أو تحقق من الإملاء</p>
    </div>
  )
}

function Total({ answer, typeLabels }: { answer: ShownAnswer } & Pick<SearchStatusProps, 'typeLabels'>) {
  const { total, groups } = answer
  const types = Object.keys(typeLabels) as ShownType[]
  const parts = types
    .filter(type => groups[type] > 0)
    .map(type => `${typeLabels[type]} ${formatNumber(groups[type])}`)
  return (
    <p className="search-total">
      {formatCount(total, countedNouns.result)}
      <span className="visually-hidden">: {parts.join('، ')}</span>
    </p>
  )
}
