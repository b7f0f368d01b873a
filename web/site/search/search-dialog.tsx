import { ArrowDown, ArrowUp, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { SearchAnswerView, optionId, orderedHits } from './search-answer-view.tsx'
import { useSearch } from './use-search.ts'

const none = -1
const listId = 'search-results'

/** The content of the site-wide search dialog. Source: public.md §2, Site-wide search dialog. */
export function SearchDialog() {
  const root = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(none)
  const { state, retry } = useSearch(query)
  const hits = state.name === 'answer' ? orderedHits(state.answer) : []

  const change = (text: string) => {
    setQuery(text)
    setSelected(none)
  }
  useEffect(() => {
    /* What was typed before the code arrived. From now on every opening of the dialog resets the input itself. */
    change(input.current?.value ?? '')
  }, [])

  const replace = (text: string) => {
    if (input.current) input.current.value = text
    input.current?.focus()
    change(text)
  }
  const open = (index: number) => {
    const hit = hits[index]
    if (!hit) return false
    location.assign(hit.url)
    root.current?.closest('dialog')?.close()
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    /* The browser would only empty the input. */
    if (event.key === 'Escape') {
      event.preventDefault()
      root.current?.closest('dialog')?.close()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = Math.min(hits.length - 1, Math.max(none, selected + step))
      setSelected(next)
      if (next > none) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && open(selected)) event.preventDefault()
  }

  return (
    <form className="search-form" ref={root} action={paths.search} method="get" role="search">
      <div className="search-top">
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-label="ابحث في الموقع"
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={selected > none ? optionId(selected) : undefined}
          placeholder="ابحث عن كتاب أو ملزمة أو أسئلة…"
          maxLength={limits.maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
          onInput={event => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="icon-button"
          aria-label="إغلاق البحث"
          onClick={() => root.current?.closest('dialog')?.close()}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      <div className="search-body" id={listId}>
        <SearchAnswerView
          query={query.trim()}
          state={state}
          selected={selected}
          onPick={open}
          onChangeQuery={replace}
          onRetry={retry}
        />
      </div>
      <p className="search-hints" aria-hidden="true">
        <span>
          <kbd>
            <ArrowUp />
          </kbd>
          <kbd>
            <ArrowDown />
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
