import { formatDateTime, formatSince, formatTime } from '#contract/format.ts'
import { hour, minute } from '#contract/units.ts'
import { isOfResults } from './rules.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, sign => escapes[sign] ?? '')

/** Why a copy is shown. */
export type CopyReason = 'offline' | 'slow' | 'failing' | 'gone'

const reasons: Record<CopyReason, string> = {
  offline: 'لا إنترنت.',
  slow: 'الإنترنت بطيء.',
  failing: 'الموقع لا يجيب الآن.',
  gone: 'لم تعد هذه الصفحة على الموقع.',
}

const halfDayMs = 12 * hour

/** A kept page that says of itself how old it is, and follows at once what a fresh one follows later. Units: milliseconds since 1970. */
export function withAge(html: string, url: string, keptAt: number, why: CopyReason): string {
  const at = new Date(keptAt)
  const ageMs = Date.now() - keptAt
  const moment = ageMs < halfDayMs ? formatTime(at) : formatDateTime(at)
  const doubt = isOfResults(url) ? '، وقد تكون تغيرت' : ''
  const since = ageMs < minute ? 'قبل لحظات' : formatSince(at)
  /* A clock that was ahead: how old the copy is cannot be known. */
  const age = `كما كانت ${ageMs < -minute ? 'حين فتحتها' : since}`
  const note =
    `<p class="kept-note" role="status" data-kept-at="${at.toISOString()}"><span>${reasons[why]} هذه الصفحة ${age} ` +
    `(<time datetime="${at.toISOString()}">${moment}</time>)${doubt}.</span> <a href="${escape(url)}">حدّثها</a></p>`
  return html
    .replace(/<main id="content"[^>]*>/, start => start + note)
    .replace(/ data-when="\d+"/g, ' data-when="visible"')
}
