import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'

interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  placeholder: string
  label?: string
  /** The `/` key goes to this box; one per screen. */
  hasShortcut?: boolean
  /** Fewer letters wait for Enter. */
  minLetters?: number
}

/** A search text that takes effect when typing pauses. */
export function SearchBox({
  value,
  onChange,
  placeholder,
  label = 'بحث',
  hasShortcut = true,
  minLetters = 1,
}: SearchBoxProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const change = useRef(onChange)
  change.current = onChange

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current || (wanted !== '' && wanted.length < minLetters)) return
    const timer = setTimeout(() => {
      sent.current = wanted
      change.current(wanted)
    }, limits.searchDelayMs)
    return () => clearTimeout(timer)
  }, [text, minLetters])

  const sendNow = () => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    sent.current = wanted
    onChange(wanted)
  }

  return (
    <div className="search-box">
      <Search aria-hidden />
      <input
        className="input"
        type="text"
        role="searchbox"
        inputMode="search"
        aria-label={label}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        data-shortcut={hasShortcut ? 'search' : undefined}
        placeholder={placeholder}
        maxLength={limits.maxSearchLength}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) sendNow()
        }}
      />
      {text ? (
        <button type="button" className="icon-button" aria-label="مسح البحث" onClick={() => setText('')}>
          <X aria-hidden />
        </button>
      ) : hasShortcut ? (
        <kbd className="search-box__key" aria-hidden>
          /
        </kbd>
      ) : null}
    </div>
  )
}
