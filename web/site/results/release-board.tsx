import { CircleCheck, CircleDashed } from 'lucide-react'
import { cities } from '#contract/codes/cities.ts'
import { dayInBaghdad, formatDate, formatNumber, formatShortDate, formatTime } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { hrefWith } from '../query.ts'

type City = ReleaseStatus['cities'][number]

/** Announced cities first, by their moment; the others in the order that people know. */
function inOrder(all: readonly City[]): City[] {
  const announced = all.filter(({ at }) => at !== null)
  const waiting = all.filter(({ at }) => at === null)
  return [...announced.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1)), ...waiting]
}

interface ReleaseBoardProps {
  status: ReleaseStatus
  /** The way to the files of a city. */
  hrefOf: (city: City) => string
}

/** Which cities are out, since when, and which are awaited; it follows the release by itself. Source: R5.2. */
export function ReleaseBoard({ status, hrefOf }: ReleaseBoardProps) {
  const { stage, release, announced, total, changedAt, cities: all } = status
  const first = all.flatMap(({ at }) => at ?? []).toSorted()[0]
  const day = first && dayInBaghdad(first)
  const query = release ? { stage, releaseYear: release.releaseYear, try: release.try } : { stage }
  return (
    <section className="release" aria-labelledby="release-title">
      <div
        data-behaviour="live"
        /* The page is fresh: its first question is due then. */
        data-when={limits.liveMs}
        data-live={hrefWith(apiPaths.resultStatus, query)}
        data-state={`${announced} ${changedAt}`}
        data-region="board"
      >
        <div className="release-head">
          <h2 id="release-title">
            {release && announced > 0
              ? `صدرت في ${formatNumber(announced)} من ${formatNumber(total)}`
              : 'لم تصدر النتائج بعد'}
          </h2>
          <p className="live" data-age="" />
        </div>
        <meter
          className="release-meter"
          min={0}
          max={total}
          value={announced}
          aria-labelledby="release-title"
        />
        {first && <p className="release-note muted">الساعات ليوم {formatDate(first)}.</p>}
        <ul className="board">
          {inOrder(all).map(city => (
            <li key={city.city}>
              {city.at ? (
                <a href={hrefOf(city)}>
                  <CircleCheck aria-hidden="true" />
                  <bdi>{city.city}</bdi>
                  <span className="visually-hidden"> صدرت </span>
                  <time dateTime={city.at}>
                    {dayInBaghdad(city.at) === day ? formatTime(city.at) : formatShortDate(city.at)}
                  </time>
                </a>
              ) : (
                <span className="is-awaited">
                  <CircleDashed aria-hidden="true" />
                  <bdi>{city.city}</bdi>
                  <span className="visually-hidden"> لم تصدر بعد</span>
                </span>
              )}
            </li>
          ))}
        </ul>
        {announced < cities.length && (
          <p className="release-note muted">تصدر الباقية تباعاً، وتظهر هنا وحدها من غير أن تعيد فتح الصفحة.</p>
        )}
      </div>
    </section>
  )
}
