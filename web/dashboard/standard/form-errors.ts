import type { FieldErrors, FieldValues } from 'react-hook-form'
import { controlId } from '../fields/field.tsx'

export interface FormError {
  name: string
  message: string
}

function collect(value: unknown, path: string, found: FormError[]): void {
  if (typeof value !== 'object' || value === null) return
  if ('message' in value && typeof value.message === 'string' && 'type' in value) {
    found.push({ name: path, message: value.message })
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'ref') collect(inner, path ? `${path}.${key}` : key, found)
  }
}

function placeOf(name: string): number {
  const control = document.getElementById(controlId(name))
  if (!control) return Number.MAX_SAFE_INTEGER
  return [...document.querySelectorAll('[id^="field-"]')].indexOf(control)
}

/** The wrong fields of a form in the order in which they stand on the screen. */
export function listErrors<Values extends FieldValues>(errors: FieldErrors<Values>): FormError[] {
  const found: FormError[] = []
  collect(errors, '', found)
  return found
    .map(error => ({ error, place: placeOf(error.name) }))
    .sort((one, other) => one.place - other.place)
    .map(({ error }) => error)
}

/** Takes the person to a field, wherever the form shows it. */
export function focusField(name: string): void {
  const control = document.getElementById(controlId(name))
  control?.closest('details')?.setAttribute('open', '')
  control?.focus({ preventScroll: true })
  control?.closest('.field')?.scrollIntoView({ block: 'center' })
}
