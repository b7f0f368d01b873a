import { z } from 'zod'
import './field-texts.ts'
import { formatPlainNumber, latinDigits } from './format.ts'
import { limits } from './limits.ts'
import { day } from './units.ts'

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/u
const controlCharacter = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

/** True when PostgreSQL can store the text and people can read it: no NUL, control or lone surrogate. */
export function isStorableText(text: string): boolean {
  return !controlCharacter.test(text) && !loneSurrogate.test(text)
}

/* They turn the rest of a line around wherever the text is shown. What words are made of, as U+200C, stays. */
const directionCharacters = /[\u202A-\u202E\u2066-\u2069]/g

/** The text without the characters that override or isolate a direction. */
export function withoutDirectionCharacters(text: string): string {
  return text.replace(directionCharacters, '')
}

/** What every text that people type begins with: no direction characters, trimmed. `error` is for no text at all. */
export function typedText(error: string) {
  return z.string({ error }).overwrite(withoutDirectionCharacters).trim()
}

const isFeminine = (name: string) => name.split(' ')[0]?.endsWith('ة')

/** A required text field: trimmed, storable, at most `max` characters. `name` is the field's Arabic name. */
export function requiredText(name: string, max: number) {
  const missing = isFeminine(name) ? `${name} مطلوبة` : `${name} مطلوب`
  const unstorable = isFeminine(name)
    ? `${name} تحتوي على رموز غير مقبولة`
    : `${name} يحتوي على رموز غير مقبولة`
  return typedText(missing)
    .refine(isStorableText, { error: unstorable, abort: true })
    .min(1, { error: missing })
    .max(max, { error: `${name} أطول من المسموح (${formatPlainNumber(max)} حرف)` })
}

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'تاريخ النشر غير صالح' })

/**
 * The day, or the moment, on which something was published; left out means "now", or "as it was".
 * Shape: YYYY-MM-DD or a date and time with their offset; from the least year on, and not in the future.
 */
export const publicationField = z.preprocess(
  value => (isEmptyText(value) ? undefined : value),
  moment
    .refine(text => Number(text.slice(0, 4)) >= limits.minYear && Date.parse(text) <= Date.now() + day, {
      error: 'تاريخ النشر لا يكون في المستقبل، ولا قبل سنة ٢٠٠٠',
    })
    .optional(),
)

function isEmptyText(value: unknown): boolean {
  return value === null || (typeof value === 'string' && withoutDirectionCharacters(value).trim() === '')
}

/** An optional text field: empty and null become undefined. */
export function optionalText(name: string, max: number) {
  return z.preprocess(value => (isEmptyText(value) ? undefined : value), requiredText(name, max).optional())
}

/** Splits what staff type as keywords: on both commas, both semicolons and new lines. Source: S4.8. */
export function splitKeywords(text: string): string[] {
  const seen = new Set<string>()
  for (const part of withoutDirectionCharacters(text).split(/[,،;؛\n\r]+/)) {
    const keyword = part.trim()
    if (keyword) seen.add(keyword)
  }
  return [...seen]
}

/** Keywords: a list of texts, or one text to split; at least one; duplicates dropped. Source: S4.8. */
export const keywordsField = z
  .union([z.array(z.string()), z.string()], { error: 'أدخل كلمة مفتاحية واحدة على الأقل' })
  .transform(value => splitKeywords(Array.isArray(value) ? value.join('\n') : value))
  .pipe(
    z
      .array(
        z
          .string()
          .max(limits.maxKeywordLength, {
            error: `الكلمة المفتاحية أطول من المسموح (${formatPlainNumber(limits.maxKeywordLength)} حرف)`,
          })
          .refine(isStorableText, { error: 'الكلمات المفتاحية تحتوي على رموز غير مقبولة' }),
      )
      .min(1, { error: 'أدخل كلمة مفتاحية واحدة على الأقل' })
      .max(limits.maxKeywords, {
        error: `عدد الكلمات المفتاحية أكبر من المسموح (${formatPlainNumber(limits.maxKeywords)})`,
      }),
  )

/** True for an http(s) address, or an address of our own file host. Source: F4.4. */
export function isSafeAddress(text: string): boolean {
  if (/^\/files\/[^\s\\]*$/.test(text) && !text.includes('..')) return true
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false
  try {
    const url = new URL(text)
    return url.hostname !== '' && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** A required file address, with the sentence to show when it is missing. */
export function requiredAddress(missing: string) {
  return typedText(missing)
    .min(1, { error: missing })
    .max(limits.maxLinkLength, { error: 'العنوان أطول من المسموح' })
    .refine(isStorableText, { error: 'العنوان يحتوي على رموز غير مقبولة' })
    .refine(isSafeAddress, { error: 'عنوان الملف غير صالح' })
}

/** An optional link: empty and null become undefined; anything else must be an http(s) address. */
export function optionalLink(name: string) {
  return z.preprocess(
    value => (isEmptyText(value) ? undefined : value),
    typedText(`${name} غير صالح`)
      .max(limits.maxLinkLength, { error: `${name} أطول من المسموح` })
      .refine(isStorableText, { error: `${name} يحتوي على رموز غير مقبولة` })
      .refine(isSafeAddress, { error: `${name} يجب أن يكون رابطاً صحيحاً يبدأ بـ https://` })
      .optional(),
  )
}

const digitsOnly = /^\d{1,9}$/

/** An integer that may come as a number or as digits of either kind; `schema` has its range and sentences. */
export function integerField(schema: z.ZodInt) {
  return z.preprocess(value => {
    if (typeof value !== 'string') return value
    const text = latinDigits(value.trim())
    return digitsOnly.test(text) ? Number(text) : text === '' ? undefined : value
  }, schema)
}

const yearRange = `السنة يجب أن تكون بين ${formatPlainNumber(limits.minYear)} و${formatPlainNumber(limits.maxYear)}`

/** A release year, 2000–2100. Source: A6.7. */
export const yearField = integerField(
  z
    .int({ error: 'السنة مطلوبة' })
    .min(limits.minYear, { error: yearRange })
    .max(limits.maxYear, { error: yearRange }),
)

/** The record's version that a write was based on; absent means "no check". Source: A8.2. */
export const versionField = z.int({ error: 'رقم النسخة غير صالح' }).min(1).optional()

/** A choice that may be absent; empty and null mean "none". */
export function optionalChoice<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(value => (value === '' || value === null ? undefined : value), schema.optional())
}

function firstValue(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

function isNoFilter(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === 'all' || value === 'ALL'
}

/** A list filter that must be one of the codes; absent, empty and 'all' mean "no filter". Source: A1.1. */
export function codeFilter<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(raw => {
    const value = firstValue(raw)
    return isNoFilter(value) ? undefined : value
  }, schema.optional())
}

/** A free-text list filter, cut to the search limit; unstorable characters are dropped. */
export const textFilter = z.preprocess(raw => {
  const value = firstValue(raw)
  if (isNoFilter(value)) return value === 'all' || value === 'ALL' ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = Array.from(withoutDirectionCharacters(value).slice(0, limits.maxQueryParameterLength))
    .filter(isStorableText)
    .join('')
    .trim()
    .slice(0, limits.maxSearchLength)
    .toWellFormed()
  return text === '' ? undefined : text
}, z.string().optional())

/** An integer filter; absent, empty and 'all' mean "no filter". */
export function integerFilter(error: string) {
  return z.preprocess(raw => {
    const value = firstValue(raw)
    if (isNoFilter(value)) return undefined
    const text = latinDigits(String(value).trim())
    return digitsOnly.test(text) ? Number(text) : value
  }, z.int({ error }).optional())
}

/** `limit`: clamped to 1…100. `fallback` is the list's page size. Source: A1.4. */
export function limitParameter(fallback: number) {
  return clampedInteger(fallback, 1, limits.maxListLimit)
}

/** `offset`: clamped to 0 and the product's largest. Source: A1.4. */
export const offsetParameter = clampedInteger(0, 0, limits.maxOffset)

/** `page` of public addresses: clamped to 1 and upwards. */
export const pageParameter = clampedInteger(1, 1, 100_000)

function clampedInteger(fallback: number, min: number, max: number) {
  return z.preprocess(raw => {
    const text = latinDigits(String(firstValue(raw) ?? '').trim())
    const value = /^-?\d+$/.test(text) ? Number(text) : fallback
    return Math.min(max, Math.max(min, value))
  }, z.int().min(min).max(max))
}

/** A sentence for each wrong field of a refused input, by dotted path. Shape: `{ title: 'العنوان مطلوب' }`. */
export function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || '_'
    fields[path] ??= issue.message
  }
  return fields
}
