import { CalendarClock, Eye, Megaphone, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { countedNouns, formatCount, formatDateTime, formatNumber } from '#contract/format.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import type { Release, ReleaseResult } from '#contract/resources/release.ts'
import type { PublicationInput } from '#contract/resources/publication.ts'
import { api, isApiError, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { AnnounceDialog, ScheduleDialog, TakeBackDialog } from './announce-dialogs.tsx'
import { addressOfStopped, announceable, cellsOf, unreadOf } from './cells.ts'

interface ReleaseBarProps {
  release: Release
  /** What one act announces now. */
  ready: ReleaseResult[]
  /** Doubtful results that somebody has looked at. */
  confirmed: ReadonlySet<string>
  /** Another release is asked for and has not come: nothing is done to this one. */
  isOld: boolean
  /** Asks for the release again. */
  onDone: () => Promise<Release | undefined>
}

/** What is asked about, as it was looked at: what comes meanwhile waits for the next act, or until it is refused. */
interface Asked {
  act: 'announce' | 'schedule' | 'take-back'
  results: readonly ReleaseResult[]
}

/** What an act would do now; `looked` are doubtful results that somebody has looked at. */
function resultsOf(act: Asked['act'], release: Release, looked: ReadonlySet<string>): ReleaseResult[] {
  if (act === 'take-back') return release.results.filter(({ state }) => state === 'published')
  return announceable(cellsOf(release, looked).flat())
}

/** Why nothing has changed; the city that somebody else has changed meanwhile is named. */
function refusalOf(error: unknown): string {
  const { city } = (isApiError(error) && error.code === 'stale_version' ? error.current : {}) as {
    city?: string
  }
  return ['لم يتغير شيء.', city && `${city}:`, messageOf(error)].filter(Boolean).join(' ')
}

/** The acts of a release: announce what is ready, now or at a moment, and take it back. Source: S13.6. */
export function ReleaseBar({ release, ready, confirmed: looked, isOld, onDone }: ReleaseBarProps) {
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setIsBusy] = useState(false)
  const published = resultsOf('take-back', release, looked)
  const scheduled = release.results.filter(({ state }) => state === 'scheduled')
  const isLate = published.length > 0

  /** Puts the open question for what is there now; closes it where nothing is left. */
  const askAgain = (now: Release) =>
    setAsked(open => {
      const results = open ? resultsOf(open.act, now, looked) : []
      return open && results.length > 0 ? { ...open, results } : undefined
    })
  const publish = async (results: readonly ReleaseResult[], change: PublicationInput, done: string) => {
    setIsBusy(true)
    try {
      const records = results.map(({ id, version }) => ({ kind: 'result', id, version }))
      const confirmed = results.flatMap(({ id }) => (looked.has(id) ? id : []))
      await api.post(apiPaths.publications, { records, ...change, confirmed })
      notify('success', done)
      setAsked(undefined)
      await onDone()
    } catch (error) {
      notify('error', refusalOf(error))
      const now = await onDone()
      if (now && isApiError(error) && error.code === 'stale_version') askAgain(now)
    } finally {
      setIsBusy(false)
    }
  }
  const words = formatCount(ready.length, countedNouns.result)
  return (
    <footer className="release__bar">
      <p>
        <strong>
          {ready.length > 0 ? `جاهز للإعلان: ${words}` : isLate ? 'أُعلن ما هو جاهز.' : 'لا شيء جاهز بعد.'}
        </strong>
        <small className="muted">
          {release.schedule
            ? `${formatCount(release.schedule.count, countedNouns.result)} تظهر وحدها في ${formatDateTime(release.schedule.publishAt)}${release.schedule.changedBy ? `، آخر من حفظها ${release.schedule.changedBy}` : ''}.`
            : 'تظهر كلها في لحظة واحدة. ما ينقص يلحق مدينةً مدينة.'}
        </small>
      </p>
      <a
        className="button is-quiet"
        href={paths.resultsOfGrade(release.stage)}
        target="_blank"
        rel="noopener"
      >
        <Eye aria-hidden />
        <span>صفحة الطلاب</span>
      </a>
      {scheduled.length > 0 ? (
        <Button
          icon={<Undo2 aria-hidden />}
          busyLabel={isBusy && 'جاري الإلغاء...'}
          disabled={isOld}
          onClick={() => void publish(scheduled, { state: 'draft' }, 'أُلغي الموعد، وعادت النتائج جاهزة.')}
        >
          ألغِ الموعد
        </Button>
      ) : null}
      {published.length > 0 ? (
        <Button
          icon={<Undo2 aria-hidden />}
          disabled={isOld}
          onClick={() => setAsked({ act: 'take-back', results: published })}
        >
          تراجع عن الإعلان
        </Button>
      ) : null}
      <Button
        icon={<CalendarClock aria-hidden />}
        disabled={isOld || ready.length === 0}
        onClick={() => setAsked({ act: 'schedule', results: ready })}
      >
        إعلان بوقت
      </Button>
      <Button
        look="primary"
        icon={<Megaphone aria-hidden />}
        disabled={isOld || ready.length === 0}
        onClick={() => setAsked({ act: 'announce', results: ready })}
      >
        {`${isLate ? 'ألحق' : 'أعلن'} ${formatNumber(ready.length)} الآن`}
      </Button>
      {asked ? (
        <Question asked={asked} isBusy={isBusy} onClose={() => setAsked(undefined)} onSure={publish} />
      ) : null}
    </footer>
  )
}

interface QuestionProps {
  asked: Asked
  isBusy: boolean
  onClose: () => void
  onSure: (results: readonly ReleaseResult[], change: PublicationInput, done: string) => Promise<void>
}

function Question({ asked: { act, results }, isBusy, onClose, onSure }: QuestionProps) {
  const dialog = { count: results.length, isBusy, onClose }
  const words = formatCount(results.length, countedNouns.result)
  if (act === 'announce') {
    const done = `أُعلنت ${words}.`
    return (
      <AnnounceDialog
        {...dialog}
        missed={unreadOf(results)}
        repeatAddress={addressOfStopped(results)}
        onAnnounce={() => void onSure(results, { state: 'published' }, done)}
      />
    )
  }
  if (act === 'take-back') {
    const done = 'اختفت النتائج عن الطلاب.'
    return <TakeBackDialog {...dialog} onTakeBack={() => void onSure(results, { state: 'draft' }, done)} />
  }
  return (
    <ScheduleDialog
      {...dialog}
      onSchedule={publishAt => {
        const done = `تُعلن ${words} وحدها في ${formatDateTime(publishAt)}.`
        void onSure(results, { state: 'scheduled', publishAt }, done)
      }}
    />
  )
}
