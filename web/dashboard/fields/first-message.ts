import type { FieldError } from 'react-hook-form'

/** The message of a field with several values: that of the whole, or that of the first value that is wrong. */
export function firstMessage(error: FieldError | undefined): string | undefined {
  return Array.isArray(error) ? (error as (FieldError | undefined)[]).find(Boolean)?.message : error?.message
}
