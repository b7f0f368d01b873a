import { cloneElement } from 'react'
import type { ReactElement } from 'react'

interface ContactFieldProps {
  name: string
  label: string
  error: string | undefined
  children: ReactElement<{ 'aria-invalid'?: boolean; 'aria-describedby'?: string }>
}

/** A labelled field of the contact form with its error beside it. */
export function ContactField({ name, label, error, children }: ContactFieldProps) {
  const errorId = `contact-${name}-error`
  return (
    <div className="field">
      <label htmlFor={`contact-${name}`}>{label}</label>
      {error ? cloneElement(children, { 'aria-invalid': true, 'aria-describedby': errorId }) : children}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}
