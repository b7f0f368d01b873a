import { useQuery } from '@tanstack/react-query'
import { FolderUp, FilePlus2 } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { countedNouns, formatCount, formatDateTime, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import { fileRules } from '#contract/resources/file.ts'
import type { IngestSummary } from '#contract/resources/ingest.ts'
import { api, messageOf } from '#web/api-client.ts'
import { refusedFiles } from '../fields/refused-files.tsx'
import { usePageTitle } from '../parts/page-title.tsx'
import { Banner, QueryError, Skeleton } from '../parts/states.tsx'
import { useWindowDrop } from '../parts/use-window-drop.ts'
import { refusalsOf, type Refusal } from '../uploads/check-file.ts'
import { isFitting } from '../uploads/fit-picture.ts'
import { ArchiveBanners } from './archive-banners.tsx'
import { droppedFiles, pickedFiles, type ChosenFile } from './dropped-files.ts'
import { IngestBar } from './ingest-bar.tsx'
import { IngestGrid } from './ingest-grid.tsx'
import { IngestSide } from './ingest-side.tsx'
import { activePlace, alikeRows, listedRows, meantRows, stateOf, type RowState } from './row-state.ts'
import { isTable, readTables } from './read-tables.ts'
import { sameFilesOf } from './same-files.ts'
import { TableOut } from './table-out.tsx'
import { TableBanner } from './table-banner.tsx'
import { TypingBanners } from './typing-banners.tsx'
import { useImportHold } from './use-import-hold.ts'
import { useIngest } from './use-ingest.ts'
import { useOwnImport } from './use-own-import.ts'
import { useTables } from './use-tables.ts'
import { fileKindOf } from './sending.ts'

const title = 'استيراد ملفات'
const accept = [
  fileRules.pdf.accept,
  fileRules.image.accept,
  fileRules.zip.accept,
  '.csv,.xlsx,text/csv',
].join(',')

/** The tabs: which states each shows. */
const tabs: readonly { name: string; label: string; states: readonly RowState[] }[] = [
  { name: '', label: 'الكل', states: [] },
  { name: 'look', label: 'يحتاج نظرة', states: ['doubtful', 'incomplete'] },
  { name: 'ready', label: 'جاهز', states: ['ready', 'seen'] },
  { name: 'twice', label: 'مكرر', states: ['twice'] },
  { name: 'unknown', label: 'غير معروف', states: ['unknown'] },
  { name: 'added', label: 'أُضيف', states: ['added'] },
]

/** Parts chosen files into those that an import takes and the others by their reason. */
function partChosen(chosen: readonly ChosenFile[]): { taken: ChosenFile[]; refusals: Refusal[] } {
  const taken: ChosenFile[] = []
  const refused: { name: string; reason: string }[] = []
  for (const one of chosen) {
    const kind = fileKindOf(one.file)
    const reason =
      kind === undefined
        ? 'ليست PDF ولا صوراً ولا ZIP'
        : one.file.size > (isFitting(one.file) ? fileRules[kind].maxBytes : limits.maxIngestFileBytes)
          ? fileRules[kind].tooLarge
          : taken.length >= limits.maxIngestFiles
            ? 'أكثر مما يُستورد مرة واحدة'
            : undefined
    if (reason === undefined) taken.push(one)
    else refused.push({ name: one.file.name, reason })
  }
  return { taken, refusals: refusalsOf(refused) }
}

/** `/dashboard/ingest`: many files become records after one look. Source: S15.3. */
export function IngestScreen() {
  usePageTitle(title)
  const { id, open } = useOwnImport()
  const ingest = useIngest(id)
  const hold = useImportHold(id)
  const [shownRefusals, setRefusals] = useState<Refusal[]>([])
  const [isTaking, setIsTaking] = useState(false)
  const tables = useTables(id, ingest, hold.isMine)

  const take = async (all: readonly ChosenFile[], unread: readonly string[] = []) => {
    const { taken, refusals } = partChosen(all.filter(one => !isTable(one)))
    const refused =
      unread.length > 0 ? [...refusals, { reason: 'تعذرت قراءتها', names: [...unread] }] : refusals
    setRefusals(refused)
    tables.tell([])
    /* Whoever drops files here goes on here. */
    if (!hold.isMine) await hold.take()
    const table = await readTables(all.filter(isTable).map(({ file }) => file))
    if (table.problems.length > 0) tables.tell(table.problems)
    if (taken.length === 0 && (table.rows.length === 0 || id === '')) return
    setIsTaking(true)
    try {
      const own = await open()
      if (taken.length > 0) await ingest.add(own, taken)
      if (table.rows.length > 0) await tables.describe(own, table)
    } catch (error) {
      ingest.setFailure(`لم تُستورد الملفات. ${messageOf(error)}`)
    } finally {
      setIsTaking(false)
    }
  }
  const isOver = useWindowDrop(
    data => void droppedFiles(data).then(({ files, unread }) => take(files, unread)),
  )
  const { rows, typing, failure, query } = ingest

  return (
    <section className="screen ingest" aria-labelledby="screen-title">
      <header className="screen__header">
        <h1 id="screen-title">{title}</h1>
        <p className="muted" aria-live="polite">
          {rows.length > 0
            ? `${formatCount(rows.length, countedNouns.record)} من ${formatCount(rows.flatMap(row => row.files).length, countedNouns.file)}`
            : ''}
          {isTaking
            ? ' · تُقرأ الأسماء...'
            : typing.isWriting
              ? ' · يُحفظ...'
              : id && !typing.refusal
                ? ' · محفوظ على الخادم'
                : ''}
        </p>
      </header>
      <Pickers isOver={isOver} onFiles={files => void take(files)}>
        <TableOut rows={rows} />
      </Pickers>
      {shownRefusals.length > 0 ? <Banner tone="error">{refusedFiles(shownRefusals)}</Banner> : null}
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      {tables.told ? <TableBanner told={tables.told} /> : null}
      {hold.isMine ? null : <ElsewhereBanner onTake={() => void hold.take()} />}
      <div className="ingest__banners" inert={!hold.isMine}>
        <TypingBanners typing={typing} />
        <ArchiveBanners
          archives={ingest.archives}
          rows={rows}
          isWriting={typing.isWriting}
          onClose={ingest.closeArchive}
        />
      </div>
      {query.isError ? (
        <QueryError title={rows.length > 0 ? 'تعذر تحديث الاستيراد' : 'تعذر فتح الاستيراد'} query={query} />
      ) : null}
      {id === '' ? (
        <OpenIngests />
      ) : query.isPending ? (
        <Skeleton height="20rem" />
      ) : (
        <div inert={!hold.isMine}>
          <Review key={id} id={id} ingest={ingest} />
        </div>
      )}
    </section>
  )
}

interface PickersProps {
  isOver: boolean
  onFiles: (files: ChosenFile[]) => void
  children: ReactNode
}

function Pickers({ isOver, onFiles, children }: PickersProps) {
  const picked = (event: React.ChangeEvent<HTMLInputElement>) => {
    onFiles(pickedFiles(event.target.files))
    event.target.value = ''
  }
  return (
    <div className="ingest__drop" data-over={isOver || undefined}>
      <p>
        أفلت ملفات أو مجلدات أو ملف ZIP فيه كلها في أي مكان من الشاشة، ومعها جدول XLSX أو CSV إن وُجد. تُقترح
        الحقول من الأسماء ومن الصفحات الأولى، وأنت تراجع.
      </p>
      <label className="ingest__pick">
        <FilePlus2 aria-hidden />
        <span>اختر ملفات</span>
        <input className="visually-hidden" type="file" multiple accept={accept} onChange={picked} />
      </label>
      <label className="ingest__pick">
        <FolderUp aria-hidden />
        <span>اختر مجلداً</span>
        <input
          ref={input => input?.setAttribute('webkitdirectory', '')}
          className="visually-hidden"
          type="file"
          multiple
          onChange={picked}
        />
      </label>
      {children}
    </div>
  )
}

/** Imports that are not finished, to go on with. */
function OpenIngests() {
  const { data = [] } = useQuery({
    queryKey: ['ingests'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: { ingests: IngestSummary[] } }>(apiPaths.ingests, { signal })).data.ingests,
  })
  if (data.length === 0) return null
  return (
    <section className="card ingest__open" aria-labelledby="open-ingests">
      <h2 id="open-ingests">ما بدأته أنت أو زملاؤك</h2>
      <ul>
        {data.map(one => (
          <li key={one.id}>
            <Link className="link" to={`${dashboardPaths.ingest}?id=${one.id}`}>
              {formatCount(one.files, countedNouns.file)}، {formatDateTime(one.createdAt)}
            </Link>
            <small className="muted">
              {one.createdBy} · أُضيف {formatNumber(one.added)} من {formatNumber(one.rows)} · رُفع{' '}
              {formatNumber(one.arrived)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says that one person has this import open twice, and lets them go on here. */
function ElsewhereBanner({ onTake }: { onTake: () => void }) {
  return (
    <Banner
      tone="warning"
      actions={
        <button type="button" className="link" onClick={onTake}>
          أكمل هنا
        </button>
      }
    >
      هذا الاستيراد مفتوح عندك في نافذة أخرى. ما تراه هنا للقراءة فقط حتى لا تتداخل النافذتان، وما يُرفع هناك
      يكمل.
    </Banner>
  )
}

function Review({ id, ingest }: { id: string; ingest: ReturnType<typeof useIngest> }) {
  const [tab, setTab] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [activeId, setActiveId] = useState('')
  const lastPlace = useRef(0)
  const { rows, warnings, lookalikes, sendings, typing } = ingest
  const alike = alikeRows(rows)
  const same = sameFilesOf(rows)
  const shown = rows.map(row => ({
    row,
    state: stateOf(row, {
      isTwice:
        alike.has(row.id) ||
        same.has(row.id) ||
        (warnings[row.id]?.some(({ code }) => code === 'duplicate') ?? false),
      isLookalike: warnings[row.id] !== undefined || lookalikes.has(row.id),
    }),
  }))
  const states = tabs.find(({ name }) => name === tab)?.states ?? []
  const listed = listedRows(shown, states, activeId)
  const place = activePlace(listed, activeId, lastPlace.current)
  useEffect(() => {
    lastPlace.current = place
  }, [place])
  const kept = new Set([...chosen].filter(rowId => rows.some(row => row.id === rowId && row.record === null)))
  const active = listed[place]?.row
  const meant = active ? meantRows(active.id, kept, listed) : []
  if (rows.length === 0) return null
  return (
    <>
      <div className="ingest__tabs" role="group" aria-label="أي السطور">
        {tabs.map(({ name, label, states: own }) => {
          const count =
            own.length === 0 ? shown.length : shown.filter(({ state }) => own.includes(state)).length
          return (
            <button
              key={name}
              type="button"
              aria-pressed={tab === name}
              onClick={() => {
                setTab(name)
                setActiveId('')
                lastPlace.current = 0
              }}
            >
              {label} <span>{formatNumber(count)}</span>
            </button>
          )
        })}
      </div>
      <div className="ingest__review">
        {listed.length > 0 ? (
          <IngestGrid
            all={rows}
            rows={listed}
            sendings={sendings}
            chosen={kept}
            onChosen={setChosen}
            onType={typing.type}
            onSee={typing.see}
            activeRow={place}
            onActive={setActiveId}
          />
        ) : (
          <p className="card ingest__none">لا سطور هنا.</p>
        )}
        {active ? (
          <IngestSide
            row={active}
            warnings={warnings[active.id] ?? []}
            same={same.get(active.id) ?? []}
            alike={rows.filter(({ id: other }) => lookalikes.get(active.id)?.has(other))}
            count={meant.length}
            onJoin={() => void ingest.join(meant)}
            onPart={() => void ingest.part([active.id])}
            onRemove={() => void ingest.remove(meant)}
            onOpen={() => void ingest.openArchive(active.id)}
            onPages={(file, pictures) => void ingest.replaceByPages(active.id, file, pictures)}
          />
        ) : null}
      </div>
      <IngestBar id={id} ingest={ingest} chosen={kept} onSeen={() => setChosen(new Set())} />
    </>
  )
}
