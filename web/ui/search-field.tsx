import { Search } from 'lucide-react'
import { limits } from '#contract/limits.ts'

interface SearchFieldProps {
  label: string
  name: string
  value: string | undefined
  placeholder: string
}

/** A labelled text search of a filter form. */
export function SearchField({ label, name, value, placeholder }: SearchFieldProps) {
  return (
    <label className="field search-field">
      <span>{label}</span>
      <span className="search-box">
        <Search aria-hidden="true" />
        <input
          className="input"
          type="search"
          name={name}
          defaultValue={value ?? ''}
          placeholder={placeholder}
          maxLength={limits.maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
        />
      </span>
    </label>
  )
}
