import { Fragment } from 'react'
import type { MirrorCause } from '#contract/codes/mirror-causes.ts'
import { formatDate, formatNumber, formatSince } from '#contract/format.ts'
import type { DeadLinkCauses, DeadLinkFacts } from '#contract/resources/dead-links.ts'
import { Banner } from './states.tsx'

interface CauseWords {
  /** What stands in the row of a record: «رابط محذوف». */
  tag: string
  said: string
  advice: string
}

const causeWords: Record<MirrorCause, CauseWords> = {
  gone: {
    tag: 'رابط محذوف',
    said: 'يقول الخادم إن الملف غير موجود',
    advice: 'حُذف أو نُقل: ارفعه هناك من جديد وضع رابطه هنا، أو احذف الرابط.',
  },
  private: {
    tag: 'رابط خاص',
    said: 'لا يفتح إلا لمن سُمح له',
    advice: 'اجعله هناك متاحاً لكل من لديه الرابط، أو احذف الرابط.',
  },
  refused: {
    tag: 'رابط مرفوض',
    said: 'رفض الخادم الطلب',
    advice: 'افتح الرابط: إن فتح عندك فاتركه، وإلا فغيّره أو احذفه.',
  },
  broken: {
    tag: 'رابط متعطل',
    said: 'أجاب الخادم بأن فيه عطلاً',
    advice: 'افتح الرابط: إن بقي العطل فغيّره أو احذفه.',
  },
  unreachable: {
    tag: 'رابط لا يُوصل إليه',
    said: 'تعذر الوصول إلى الخادم',
    advice: 'تأكد من كتابة الرابط: إن صح ولم يفتح فغيّره أو احذفه.',
  },
  timeout: {
    tag: 'رابط بلا رد',
    said: 'لم يردّ الخادم',
    advice: 'افتح الرابط: إن لم يفتح فغيّره أو احذفه.',
  },
  redirects: {
    tag: 'رابط يدور',
    said: 'يحيل الرابط من عنوان إلى آخر بلا نهاية',
    advice: 'افتح الرابط وضع هنا العنوان الذي تصل إليه، أو احذفه.',
  },
  inner: {
    tag: 'رابط داخلي',
    said: 'العنوان في شبكة خاصة لا تُفتح من الإنترنت',
    advice: 'ضع رابطاً يفتح عند الجميع، أو احذفه.',
  },
}

const unknownCause: CauseWords = {
  tag: 'رابط لا يعمل',
  said: 'طلب الخادم الانتظار، فلم يُعرف هل عاد الملف',
  advice: 'يُسأل مرة كل يوم: انتظر، أو افتح الرابط وتأكد منه.',
}

const wordsOf = (cause: MirrorCause | null) => (cause === null ? unknownCause : causeWords[cause])

/** Why a dead link does not answer, and when it was asked last: «لم يردّ الخادم، آخر محاولة قبل ساعة». */
export function deadLinkSentence({ cause, checkedAt }: Pick<DeadLinkFacts, 'cause' | 'checkedAt'>): string {
  return `${wordsOf(cause).said}، آخر محاولة ${formatSince(checkedAt)}`
}

/** In the row of a record: why one of its links does not answer, in a word, and since when it was asked. Source: S19.2. */
export function DeadLinkTag({ links = [] }: { links?: readonly DeadLinkFacts[] | undefined }) {
  const [first, ...others] = links
  if (first === undefined) return null
  return (
    <span className="tag tag--danger" title={links.map(deadLinkSentence).join('\n')}>
      {wordsOf(first.cause).tag}
      {others.length > 0 ? ` و${formatNumber(others.length)} غيره` : null}
      {` · سُئل ${formatSince(first.checkedAt)}`}
    </span>
  )
}

/** In the form of a record: each link that did not answer for days, why, since when, and what to do. Source: S19.2. */
export function DeadLinksBanner({ links = [] }: { links?: readonly DeadLinkFacts[] | undefined }) {
  if (links.length === 0) return null
  return (
    <Banner tone="warning">
      <strong>روابط لا تعمل منذ أيام، ويراها الطلاب آخر الروابط:</strong>
      {links.map(link => (
        <Fragment key={`${link.versionTitle} ${link.address}`}>
          <a href={link.address} rel="noopener" target="_blank">
            <bdi dir="ltr">{link.address}</bdi>
          </a>
          <span>
            {link.versionTitle === null ? null : (
              <>
                في الإصدار «<bdi>{link.versionTitle}</bdi>»:{' '}
              </>
            )}
            {deadLinkSentence(link)}، ولا يعمل منذ {formatDate(link.deadSince)}. {wordsOf(link.cause).advice}
          </span>
        </Fragment>
      ))}
    </Banner>
  )
}

/** In the overview, below the counts of records with dead links: why they do not answer. Source: S19.2. */
export function DeadLinkCausesNote({ causes, checkedAt }: DeadLinkCauses) {
  if (checkedAt === null) return null
  const said = causes.map(({ cause, links }) => `${wordsOf(cause).said} (${formatNumber(links)})`)
  return (
    <li className="attention__note">
      الروابط التي لا تعمل: {said.join('، ')}. آخر محاولة {formatSince(checkedAt)}.
    </li>
  )
}
