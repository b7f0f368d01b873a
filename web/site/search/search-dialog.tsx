import { ArrowLeft, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import type { KindIcon } from '#contract/kinds.ts'
import { examNumberIn } from '#contract/exam-number.ts'
import { limits } from '#contract/limits.ts'
import { searchPath } from '#contract/search-paths.ts'
import { LightContext } from '#web/school/light.ts'
import { handOver } from '#web/ui/handed-number.ts'
import { leaveFor } from '#web/ui/overlay-history.ts'
import { insideListId, listId, optionId } from './option-id.ts'
import { RecentList } from './recent-list.tsx'
import { forgetSearch, forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts'
import { SearchAnswerView, searchPageAddress } from './search-answer-view.tsx'
import { SearchStatus } from './search-status.tsx'
import { orderedHits } from './shown-answer.ts'
import type { ShownType } from './shown-answer.ts'
import { useSearch } from './use-search.ts'
import { followVisibleArea } from './visible-area.ts'

const none = -1

function showSelected(index: number): void {
  if (index > none) document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
}

interface SearchDialogProps {
  /** What the groups are called, in their order: the server knows the kinds, so that no browser has to load them. */
  typeLabels: Record<ShownType, string>
  typeIcons: Record<ShownType, KindIcon>
  /** Whether the browser asked to be sent little. */
  isLight?: boolean
}

/** The content of the site-wide search dialog. Source: Q3.1, Q3.4. */
export function SearchDialog({ typeLabels, typeIcons, isLight = false }: SearchDialogProps) {
  const root = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const selectedRef = useRef(none)
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(none)
  const [recent, setRecent] = useState<readonly string[]>([])
  const [spoken, setSpoken] = useState('')
  const [pages, setPages] = useState<readonly string[]>([])
  const { state, retry } = useSearch(query)
  const text = query.trim()
  const hits = state.name === 'answer' ? orderedHits(state.answer) : []
  const recentShown = text === '' ? recent : []
  const addresses = [...hits.map(({ url }) => url), ...pages]
  const optionCount = Math.max(addresses.length, recentShown.length)
  const lists = [(hits.length > 0 || recentShown.length > 0) && listId, pages.length > 0 && insideListId]
  const dialog = () => root.current?.closest('dialog')

  const select = (index: number) => {
    selectedRef.current = index
    setSelected(index)
  }
  const change = (changed: string) => {
    setQuery(changed)
    select(none)
    setSpoken('')
    /* Another tab may have searched since. */
    if (changed.trim() === '') setRecent(readRecentSearches())
  }
  useEffect(() => {
    /* What was typed before the code arrived. From now on every opening of the dialog resets the input itself. */
    change(input.current?.value ?? '')
    const element = dialog()
    return element ? followVisibleArea(element, () => showSelected(selectedRef.current)) : undefined
  }, [])
  useEffect(() => showSelected(selected), [selected])

  const replace = (changed: string) => {
    if (input.current) input.current.value = changed
    input.current?.focus()
    change(changed)
  }
  const follow = (address: string, isHere: boolean) => {
    rememberSearch(text)
    const number = examNumberIn(text)
    if (number && isHere) handOver(number)
    if (isHere) leaveFor(address, () => dialog()?.close())
  }
  const forget = (search?: string) => {
    if (search === undefined) forgetSearches()
    else forgetSearch(search)
    const rest = readRecentSearches()
    setRecent(rest)
    select(Math.min(selected, rest.length - 1))
    setSpoken(search === undefined ? 'مُسحت عمليات البحث الأخيرة' : `أُزيل «${search}»`)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = (action: () => void) => {
      event.preventDefault()
      action()
    }
    const search = recentShown[selected]
    const address = addresses[selected]
    /* The browser would only empty the input. */
    if (event.key === 'Escape') act(() => dialog()?.close())
    if (event.key === 'ArrowDown') act(() => select(Math.min(optionCount - 1, selected + 1)))
    if (event.key === 'ArrowUp') act(() => select(Math.max(none, selected - 1)))
    if (event.key === 'Delete' && search !== undefined) act(() => forget(search))
    if (event.key === 'Enter' && search !== undefined) act(() => replace(search))
    if (event.key === 'Enter' && address) act(() => follow(address, true))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (text.length < limits.minSearchLength) input.current?.focus()
    else if (!examNumberIn(text)) follow(searchPageAddress(text), true)
    else if (hits[0]) select(0)
  }

  return (
    <form
      className="search-form"
      ref={root}
      action={searchPath}
      method="post"
      role="search"
      onSubmit={onSubmit}
    >
      <div className="search-top">
        <button type="submit" className="icon-button search-submit" aria-label="عرض كل النتائج">
          <Search aria-hidden="true" />
        </button>
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-label="ابحث في الموقع"
          aria-autocomplete="list"
          aria-expanded={optionCount > 0}
          aria-controls={lists.filter(Boolean).join(' ') || undefined}
          aria-activedescendant={selected > none ? optionId(selected) : undefined}
          placeholder="ابحث عن كتاب أو ملزمة…"
          maxLength={limits.maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
          onInput={event => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="icon-button is-framed"
          aria-label="إغلاق البحث"
          onClick={() => dialog()?.close()}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <div className="search-body">
        <div role="status">
          <SearchStatus query={text} typeLabels={typeLabels} state={state} />
          <span className="visually-hidden">{spoken}</span>
        </div>
        {state.name !== 'idle' && (
          <LightContext value={isLight}>
            <SearchAnswerView
              query={text}
              typeLabels={typeLabels}
              typeIcons={typeIcons}
              state={state}
              selected={selected}
              onFollow={follow}
              onPages={setPages}
              onChangeQuery={replace}
              onRetry={retry}
            />
          </LightContext>
        )}
        {recentShown.length > 0 && (
          <RecentList
            searches={recentShown}
            selected={selected}
            onPick={replace}
            onForget={forget}
            onForgetAll={() => forget()}
          />
        )}
      </div>
      <p className="search-hints" aria-hidden="true">
        <span>
          <kbd>
            <ArrowLeft className="is-up" />
          </kbd>
          <kbd>
            <ArrowLeft className="is-down" />
          </kbd>
          للتنقل
        </span>
        <span>
          <kbd>Enter</kbd> للاختيار
        </span>
        <span>
          <kbd>Esc</kbd> للإغلاق
        </span>
      </p>
    </form>
  )
}
