import { FolderDown } from 'lucide-react'
import { useState } from 'react'
import { countedNouns, formatCount, formatNumber } from '#contract/format.ts'
import type { Release } from '#contract/resources/release.ts'
import { MinisterialGradeOptions, RoundOptions, YearOptions } from '../fields/options.tsx'
import { refusedFiles } from '../fields/refused-files.tsx'
import { FigureTiles } from '../parts/figure-tiles.tsx'
import { notify } from '../parts/notices.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { Banner, QueryError, Skeleton } from '../parts/states.tsx'
import { useWindowDrop } from '../parts/use-window-drop.ts'
import { useListFilters } from '../standard/list-filters.ts'
import { partFiles } from '../uploads/check-file.ts'
import type { Refusal } from '../uploads/check-file.ts'
import { LeaveUploads } from '../uploads/leave-uploads.tsx'
import { limits } from '#contract/limits.ts'
import { ArchiveReview } from './archive-review.tsx'
import { announceable, cellsOf, countRead, needsDecision } from './cells.ts'
import { ReleaseBar } from './release-bar.tsx'
import { ReleaseExceptions } from './release-exceptions.tsx'
import { ReleaseGrid } from './release-grid.tsx'
import { useArchives } from './use-archives.ts'
import { useHeldFiles } from './use-held-files.ts'
import { useRelease } from './use-release.ts'

const title = 'غرفة الإعلان'
const filterNames = ['stage', 'releaseYear', 'try'] as const

/** `/dashboard/release`: a release gathered, looked at and announced in one place. Source: S13.4. */
export function ReleaseScreen() {
  usePageTitle(title)
  const filters = useListFilters(filterNames)
  const { query, release, isOld, refresh } = useRelease(filters.values)
  return (
    <section className="screen release" aria-labelledby="screen-title">
      <header className="screen__header">
        <h1 id="screen-title">{title}</h1>
        <div className="row screen__choice">
          <select
            className="input"
            aria-label="الصف"
            value={filters.values.stage || (release?.stage ?? '')}
            onChange={event => filters.of('stage').onChange(event.target.value)}
          >
            <MinisterialGradeOptions />
          </select>
          <select
            className="input"
            aria-label="السنة"
            value={filters.values.releaseYear || String(release?.releaseYear ?? '')}
            onChange={event => filters.of('releaseYear').onChange(event.target.value)}
          >
            <YearOptions chosen={String(release?.releaseYear ?? '')} />
          </select>
          <select
            className="input"
            aria-label="الدور"
            value={filters.values.try || String(release?.try ?? '')}
            onChange={event => filters.of('try').onChange(event.target.value)}
          >
            <RoundOptions />
          </select>
        </div>
      </header>
      {query.isError ? (
        <QueryError title={isOld ? 'تعذر تحميل غرفة الإعلان' : 'تعذر تحديث الغرفة'} query={query} />
      ) : null}
      {release ? (
        <Room
          release={release}
          wanted={JSON.stringify(filters.values)}
          isOld={isOld}
          isFailed={isOld && query.isError}
          refresh={refresh}
        />
      ) : query.isError ? null : (
        <RoomSkeleton />
      )}
    </section>
  )
}

function RoomSkeleton() {
  return (
    <div className="card" role="status">
      <span className="visually-hidden">جاري التحميل...</span>
      <Skeleton height="24rem" />
    </div>
  )
}

interface RoomProps {
  release: Release
  /** What the head asks for, as one text. */
  wanted: string
  /** The release is still the one that was shown before. */
  isOld: boolean
  /** What is asked for has not come; what was dropped goes on all the same. */
  isFailed: boolean
  refresh: () => Promise<Release | undefined>
}

function Room({ release, wanted, isOld, isFailed, refresh }: RoomProps) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const archives = useArchives()
  const rows = cellsOf(release, confirmed)
  const cells = rows.flat()
  const ready = announceable(cells)

  const take = (files: File[]) => {
    const room = limits.maxResultsAtOnce - archives.rows.length
    const parted = partFiles(files, 'zip', room, 'في القائمة ما يكفي لمرة واحدة. أضفه أولاً؛ ولم يؤخذ')
    setRefusals(parted.refusals)
    if (parted.taken.length > 0) archives.add(parted.taken, release)
  }
  const refuse = (files: File[]) => {
    const names = files.map(({ name }) => name)
    setRefusals([{ reason: 'اخترت غير ما أُفلتت له قبل أن يظهر. أفلتها مرة أخرى', names }])
  }
  const { held, drop } = useHeldFiles({ wanted, isThere: !isOld, take, refuse })
  const isOver = useWindowDrop(data => drop([...data.files]))

  const add = async () => {
    const count = await archives.save()
    if (count === 0) return
    notify('success', `أُضيفت ${formatCount(count, countedNouns.result)} مسودات، وتُقرأ الآن.`)
    await refresh()
  }
  return (
    <>
      <LeaveUploads isSending={archives.rows.some(row => row.url === '' && row.failure === '')} />
      {isFailed ? null : <Tiles cells={cells} ready={ready.length} />}
      <label className="release__drop" data-over={isOver || undefined}>
        <FolderDown aria-hidden />
        <span>
          أفلت ملفات ZIP كلها في أي مكان من الشاشة. تُقترح المدينة والفرع من الاسم ومن داخل الملف، وأنت تؤكد.
        </span>
        <input
          className="visually-hidden"
          type="file"
          multiple
          accept=".zip,application/zip"
          onChange={event => {
            drop([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <span className="release__pick">اختر ملفات</span>
      </label>
      {refusals.length > 0 ? <Banner tone="error">{refusedFiles(refusals)}</Banner> : null}
      {held > 0 ? (
        <Banner tone="info">{`بانتظار ما اخترته: ${formatCount(held, countedNouns.file)}. تؤخذ حين يظهر.`}</Banner>
      ) : null}
      <ArchiveReview archives={archives} onAdd={() => void add()} />
      {isFailed ? null : (
        <>
          <ReleaseExceptions
            release={release}
            cells={cells}
            isOld={isOld}
            onConfirm={ids => setConfirmed(now => new Set([...now, ...ids]))}
            onDone={refresh}
          />
          <ReleaseGrid release={release} rows={rows} archives={archives.rows} />
          <ReleaseBar release={release} ready={ready} confirmed={confirmed} isOld={isOld} onDone={refresh} />
        </>
      )}
    </>
  )
}

function Tiles({ cells, ready }: { cells: ReturnType<typeof cellsOf>[number]; ready: number }) {
  const count = (...states: string[]) => cells.filter(({ state }) => states.includes(state)).length
  const numbers = cells.reduce((sum, cell) => sum + cell.numbers, 0)
  const tiles = [
    { value: ready, label: `جاهزة للإعلان من ${formatNumber(cells.length)}`, tone: 'success' },
    { value: count('published', 'scheduled'), label: 'معلنة أو مجدولة' },
    { value: countRead(cells), label: 'مدرسة مقروءة' },
    { value: numbers, label: 'رقم امتحاني مقروء' },
    { value: cells.filter(needsDecision).length, label: 'تحتاج قراراً', tone: 'danger' },
    { value: count('missing', 'reading'), label: 'ناقصة أو تُقرأ' },
  ]
  return (
    <FigureTiles
      tiles={tiles.map(({ value, label, tone }) => ({
        label,
        value: formatNumber(value),
        tone: value > 0 ? tone : undefined,
      }))}
    />
  )
}
