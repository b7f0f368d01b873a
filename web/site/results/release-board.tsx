import { CircleCheck, CircleDashed } from 'lucide-react'
import { cities } from '#contract/codes/cities.ts'
import { roundLabel } from '#contract/codes/rounds.ts'
import {
  dayInBaghdad,
  formatDate,
  formatNumber,
  formatPlainNumber,
  formatShortDate,
  formatTime,
} from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, paths } from '#contract/paths.ts'
import type { ReleaseStatus } from '#contract/resources/release-status.ts'
import { hrefWith } from '../query.ts'

/** So many rounds can be tapped; the older ones are in a list. */
const roundsAtHand = 3

type Release = ReleaseStatus['releases'][number]
type City = ReleaseStatus['cities'][number]

const nameOf = ({ releaseYear, try: round }: Pick<Release, 'releaseYear' | 'try'>) =>
  `${roundLabel(round, formatPlainNumber)} ${formatPlainNumber(releaseYear)}`

/** The rounds and years of a stage: the newest at hand, the others in a list that works without scripts. */
function ReleaseChoice({ status: { stage, release, releases } }: { status: ReleaseStatus }) {
  const root = paths.resultsOfGrade(stage)
  const isShown = (one: Release) => one.releaseYear === release?.releaseYear && one.try === release.try
  const hrefOf = (one: Release, index: number) =>
    index === 0 ? root : hrefWith(root, { year: one.releaseYear, try: one.try })
  const older = releases.slice(roundsAtHand)
  if (releases.length < 2) return null
  return (
    <nav className="release-choice" aria-label="الدور والسنة">
      <ul className="segments">
        {releases.slice(0, roundsAtHand).map((one, index) => (
          <li key={nameOf(one)}>
            <a href={hrefOf(one, index)} aria-current={isShown(one) ? 'page' : undefined}>
              {nameOf(one)}
            </a>
          </li>
        ))}
      </ul>
      {older.length > 0 && (
        <details className="release-older" open={older.some(isShown)}>
          <summary>أدوار وسنوات سابقة</summary>
          <ul className="chips">
            {older.map((one, index) => (
              <li key={nameOf(one)}>
                <a
                  className="chip"
                  href={hrefOf(one, index + roundsAtHand)}
                  aria-current={isShown(one) ? 'page' : undefined}
                >
                  {nameOf(one)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  )
}

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
      <ReleaseChoice status={status} />
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
        {first && <p className="release-day muted">{formatDate(first)}</p>}
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
