import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { formatNumber } from '#contract/format.ts'
import { PasswordInput } from '../session/password-input.tsx'
import { Field } from './field.tsx'

/** What an input is told of its field: its path in the form around, and what people call it. */
export interface InputOf {
  name: string
  label: string
}

interface InputProps extends InputOf {
  hint?: ReactNode
  isOptional?: boolean
  className?: string
}

/** The message of a field of the form around, if it has one. */
export function useFieldError(name: string): string | undefined {
  const { getFieldState, formState } = useFormContext()
  return getFieldState(name, formState).error?.message
}

interface TextInputProps extends InputProps {
  maxLength?: number
  /** E-mail and telephone are written from left to right. */
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'numeric'
}

/** A line of text. */
export function TextInput({ name, maxLength, type = 'text', inputMode, ...field }: TextInputProps) {
  const { register } = useFormContext()
  const error = useFieldError(name)
  const isLtr = type !== 'text'
  return (
    <Field name={name} error={error} {...field}>
      {control => (
        <input
          {...control}
          {...register(name)}
          className={isLtr ? 'input ltr' : 'input'}
          type={type}
          inputMode={inputMode}
          dir={isLtr || inputMode === 'numeric' ? undefined : 'auto'}
          maxLength={maxLength}
          autoComplete="off"
        />
      )}
    </Field>
  )
}

/** A day. Shape of the value: YYYY-MM-DD, or '' for none. */
export function DayInput({ name, ...field }: InputProps) {
  const { register } = useFormContext()
  const error = useFieldError(name)
  return (
    <Field name={name} error={error} {...field}>
      {control => <input {...control} {...register(name)} className="input" type="date" />}
    </Field>
  )
}

/** A password of the form around; a new one unless said otherwise. */
export function PasswordField({
  name,
  autoComplete = 'new-password',
  ...field
}: InputProps & { autoComplete?: string }) {
  const { register } = useFormContext()
  const error = useFieldError(name)
  return (
    <Field name={name} error={error} {...field}>
      {control => <PasswordInput {...control} {...register(name)} autoComplete={autoComplete} />}
    </Field>
  )
}

/** A link: left to right, with the keyboard for addresses on a phone. */
export function LinkInput({ name, ...field }: InputProps) {
  const { register } = useFormContext()
  const error = useFieldError(name)
  return (
    <Field name={name} error={error} isOptional {...field}>
      {control => (
        <input
          {...control}
          {...register(name)}
          className="input ltr"
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      )}
    </Field>
  )
}

interface TextAreaProps extends InputProps {
  rows?: number
  /** Shows the length while typing and says when it is below this. */
  minLength?: number
  tooShort?: string
  maxLength?: number
}

/** A text of several lines, with its length where a rule speaks of it. */
export function TextArea({ name, rows = 4, minLength, tooShort, maxLength, ...field }: TextAreaProps) {
  const { register } = useFormContext()
  const error = useFieldError(name)
  const text: unknown = useWatch({ name })
  const length = typeof text === 'string' ? text.trim().length : 0
  const isTooShort = minLength !== undefined && length > 0 && length < minLength
  return (
    <Field name={name} error={error ?? (isTooShort ? tooShort : undefined)} {...field}>
      {control => (
        <>
          <textarea
            {...control}
            {...register(name)}
            className="input"
            onFocus={event => event.currentTarget.scrollIntoView({ block: 'nearest' })}
            rows={rows}
            dir="auto"
            maxLength={maxLength}
          />
          {minLength === undefined ? null : (
            <span className="field__count" data-short={length < minLength || undefined}>
              {formatNumber(length)} / {formatNumber(minLength)} على الأقل
            </span>
          )}
        </>
      )}
    </Field>
  )
}

interface SelectInputProps extends InputProps {
  /** The empty choice: 'اختر المادة' or 'بدون فرع'; none where there always is a value. */
  empty?: string
  children: ReactNode
}

/** One choice of a closed list. It stays chosen when the choices are put into another order. */
export function SelectInput({ name, empty, children, ...field }: SelectInputProps) {
  const { field: chosen } = useController({ name })
  const error = useFieldError(name)
  return (
    <Field name={name} error={error} {...field}>
      {control => (
        <select {...control} {...chosen} value={String(chosen.value ?? '')} className="input">
          {empty === undefined ? null : <option value="">{empty}</option>}
          {children}
        </select>
      )}
    </Field>
  )
}
