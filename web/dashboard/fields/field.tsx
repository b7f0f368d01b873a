import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTakeBack } from './proposed.ts'

interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  'aria-required': boolean
}

interface FieldProps {
  /** The field's path in the form, `versions.0.title`; the error summary finds the control by it. */
  name: string
  label: string
  error?: ReactNode
  hint?: ReactNode
  isOptional?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** The id of a field's control, from its path in the form. */
export function controlId(name: string): string {
  return `field-${name.replaceAll('.', '-')}`
}

/** A labelled control with its hint and its message. */
export function Field({
  name,
  label,
  error,
  hint,
  isOptional = false,
  className = '',
  children,
}: FieldProps) {
  const id = controlId(name)
  const takeBack = useTakeBack(name)
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div
      className={`field ${className}`}
      data-invalid={error ? true : undefined}
      data-proposed={takeBack ? true : undefined}
    >
      <label className="field__label" htmlFor={id}>
        {label}
        {isOptional ? <span className="field__optional">اختياري</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': described || undefined,
        'aria-required': !isOptional,
      })}
      {takeBack ? (
        <p className="field__proposed">
          <span>مقترح من اسم الملف</span>
          <button type="button" className="link" aria-label={`أزل المقترح: ${label}`} onClick={takeBack}>
            أزله
          </button>
        </p>
      ) : null}
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

/** The message beside a field. */
export function FieldError({ id, message }: { id: string; message: ReactNode }) {
  if (!message) return null
  return (
    <p className="field__error" id={id}>
      <CircleAlert aria-hidden />
      <span>{message}</span>
    </p>
  )
}
