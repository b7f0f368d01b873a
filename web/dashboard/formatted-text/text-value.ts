import type { FormattedText } from '#contract/resources/formatted-text.ts'

/** A content as forms hold it: a text, or one with headings, lists, links or pictures. */
export type TextValue = string | FormattedText

function isFormatted(value: unknown): value is FormattedText {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'
}

/** Whatever a form or a draft holds, as a content: the very value, also while it would be refused. */
export function textValueOf(value: unknown): TextValue {
  return typeof value === 'string' || isFormatted(value) ? value : ''
}
