interface SelectFieldProps {
  label: string
  name: string
  value: string | undefined
  /** The text of the empty choice. */
  all: string
  options: readonly { value: string; label: string }[]
}

/** A labelled native select of a filter form. */
export function SelectField({ label, name, value, all, options }: SelectFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select name={name} className="input" defaultValue={value ?? ''}>
        <option value="">{all}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
