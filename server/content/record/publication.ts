import type { RecordState } from '#contract/codes/record-states.ts'
import { AppError } from '#contract/errors.ts'
import { formatDateTime } from '#contract/format.ts'
import type { Publication, PublicationInput } from '#contract/resources/publication.ts'

/** Who sees a record, and since when or from when on. */
export interface Visible {
  state: RecordState
  /** When it became public, or will; a draft that was public keeps the moment. */
  publishAt: Date | null
}

/** The part of a stored record that a change of its visibility begins from. */
export type VisibleBefore = Visible & { createdAt: Date }

/** A record's visibility after a write; a record that becomes public for the first time begins to be new then. */
export interface VisibleAfter extends Visible {
  createdAt?: Date
}

function refused(message: string): AppError {
  return new AppError('invalid_fields', { fields: { publishAt: message } })
}

/** What a write makes of a record's visibility. Errors: `invalid_fields`. Source: S5.5. */
export function visibilityAfter(
  { state, publishAt }: PublicationInput,
  before: VisibleBefore | undefined,
  now: Date,
): VisibleAfter {
  const at = publishAt ? new Date(publishAt) : undefined
  if (state === 'draft') return hidden(before)
  if (state === 'scheduled' && at === undefined) {
    if (before?.state === 'scheduled') return { state: 'scheduled', publishAt: before.publishAt }
    throw refused('اختر موعد النشر.')
  }
  if (state === 'scheduled' && at && at <= now) throw refused('مضى موعد النشر: اختر موعداً آتياً، أو انشر الآن.')
  if (state !== 'published' && at && at > now) return { state: 'scheduled', publishAt: at }
  if (state === undefined && at === undefined && before) {
    return { state: before.state, publishAt: before.publishAt }
  }
  return published(before, now)
}

function hidden(before: VisibleBefore | undefined): VisibleAfter {
  if (before === undefined || before.state === 'scheduled') return { state: 'draft', publishAt: null }
  const since = before.state === 'published' ? (before.publishAt ?? before.createdAt) : before.publishAt
  return { state: 'draft', publishAt: since }
}

function published(before: VisibleBefore | undefined, now: Date): VisibleAfter {
  if (before?.state === 'published') return { state: 'published', publishAt: before.publishAt }
  if (before?.state === 'draft' && before.publishAt)
    return { state: 'published', publishAt: before.publishAt }
  const due = before?.state === 'scheduled' && before.publishAt && before.publishAt <= now
  const since = due ? (before.publishAt ?? now) : now
  return { state: 'published', publishAt: since, createdAt: since }
}

/**
 * The visibility that a record comes back with. What was to become public at a moment that has passed meanwhile waits
 * for somebody to say so. Source: S14.2.
 */
export function visibilityBack({ state, publishAt }: Visible, now: Date): Visible {
  const isMissed = state === 'scheduled' && publishAt !== null && publishAt <= now
  return isMissed ? { state: 'draft', publishAt: null } : { state, publishAt }
}

/** Says of a record that came back why it does not wait for its moment any more. */
export function missedNote(kept: Visible, back: Visible): string {
  return kept.state === 'scheduled' && back.state === 'draft' ? ' (مسودة: مضى موعد النشر)' : ''
}

/** What a write did to the visibility of a record, to stand behind the sentence that says what it did. */
export function visibilityNote(before: Visible | undefined, after: Visible): string {
  const isSame = before?.state === after.state && before.publishAt?.getTime() === after.publishAt?.getTime()
  if (isSame || (before === undefined && after.state === 'published')) return ''
  if (after.state === 'scheduled' && after.publishAt)
    return ` (موعد النشر: ${formatDateTime(after.publishAt)})`
  if (after.state === 'published') {
    return before?.state === 'scheduled' && before.publishAt?.getTime() === after.publishAt?.getTime()
      ? ' (نُشر في موعده)'
      : ' (نُشر)'
  }
  return before?.state === 'published' ? ' (أُخفي عن الزوار)' : ' (مسودة)'
}

/** A record's visibility as staff are told. */
export function publicationOf({ state, publishAt }: Visible): Publication {
  return { state, publishAt: publishAt?.toISOString() ?? null }
}

/** What leaves the server for everybody, with what staff are told beside it. */
export function withPublication<Item>(item: Item, row: Visible): Item & Publication {
  return { ...item, ...publicationOf(row) }
}
