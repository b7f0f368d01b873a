import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { countedNouns, formatCount, formatDateTime, formatFileSize } from '#contract/format.ts'
import { kinds, kindsInMenus } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Trashed, TrashAnswer } from '#contract/resources/trash.ts'
import { day } from '#contract/units.ts'
import { api } from '#web/api-client.ts'
import { kindScreens } from '../kinds.ts'
import { useUser } from '../session/session.ts'
import { ChosenCount } from '../standard/chosen-count.tsx'
import { DeleteDialog } from '../standard/delete-record.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { fetchMatching, listQuery } from '../standard/list-query.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { PageBox, RowBox } from '../standard/selection-boxes.tsx'
import { useSelection } from '../standard/selection.ts'
import type { Selection } from '../standard/selection.ts'
import { StaffList } from '../standard/staff-list.tsx'
import { useFreedBytes, useTrash, wordsFor } from './use-trash.ts'

const filterNames = ['kind'] as const

async function fetchTrash(request: PageRequest) {
  const { data } = await api.get<TrashAnswer>(apiPaths.trash, request)
  return { items: data.records, total: data.total, freedBytes: data.freedBytes }
}

/** `/dashboard/trash`: what was deleted, until it goes for ever. Source: S6.3. */
export function TrashScreen() {
  const filters = useListFilters(filterNames)
  const isAdmin = useUser().role === 'admin'
  const query = useQuery({
    ...listQuery({
      queryKey: [apiPaths.trash, 'list'],
      page: filters.page,
      perPage: limits.staffRowsShown,
      wanted: filters.values,
      fetchPage: fetchTrash,
    }),
    staleTime: 0,
  })
  const selection = useSelection<Trashed>(filters.values.kind)
  const [purged, setPurged] = useState<readonly Trashed[]>([])
  const trash = useTrash(records => selection.drop(records.map(({ id }) => id)))
  const freedByPurge = useFreedBytes(purged)
  const chosen = [...selection.chosen.values()]
  const freed = query.data?.freedBytes ?? 0
  return (
    <>
      <StaffList
        title="سلة المحذوفات"
        noun={countedNouns.record}
        position={filters}
        query={query}
        perPage={limits.staffRowsShown}
        filters={
          <>
            <p className="trash__rule">
              يبقى المحذوف هنا {formatCount(limits.trashDays, countedNouns.day)} بملفاته وعناوينه، ولا يراه
              الزوار، ثم يزول نهائياً. ملفاته تبقى متاحة لمن معه رابطها المباشر، وتُمحى بعد زواله بـ{' '}
              {formatCount(limits.unusedFileGraceMs / day, countedNouns.day)}.
              {freed > 0 ? ` تحرر السلة كلها ${formatFileSize(freed)}.` : null}
            </p>
            <FilterBar filters={filters}>
              <FilterSelect label="النوع" all="كل الأنواع" {...filters.of('kind')}>
                {kindsInMenus.map(kind => (
                  <option key={kind} value={kind}>
                    {kinds[kind].plural}
                  </option>
                ))}
              </FilterSelect>
            </FilterBar>
          </>
        }
      >
        {records => (
          <TrashTable
            records={records}
            selection={selection}
            isOld={query.isPlaceholderData}
            isBusy={trash.isBusy}
            onRestore={record => void trash.restore([record])}
            onPurge={isAdmin ? record => setPurged([record]) : undefined}
          />
        )}
      </StaffList>
      {chosen.length > 0 ? (
        <section className="batch-bar" aria-label="السجلات المختارة">
          <ChosenCount
            selection={selection}
            total={query.data?.total ?? 0}
            fetchMatching={() => fetchMatching(fetchTrash, filters.values)}
          />
          <div className="batch-bar__acts">
            <button
              type="button"
              className="batch-bar__act"
              aria-disabled={trash.isBusy || undefined}
              onClick={() => !trash.isBusy && void trash.restore(chosen)}
            >
              <RotateCcw aria-hidden />
              <span>استعادة</span>
            </button>
            {isAdmin ? (
              <button type="button" className="batch-bar__act is-danger" onClick={() => setPurged(chosen)}>
                <Trash2 aria-hidden />
                <span>حذف نهائي</span>
              </button>
            ) : null}
            <button
              type="button"
              className="batch-bar__act"
              aria-label="ألغِ الاختيار"
              onClick={selection.clear}
            >
              <X aria-hidden />
            </button>
          </div>
        </section>
      ) : null}
      {purged.length > 0 ? (
        <DeleteDialog
          name={wordsFor(purged)}
          question={purgeQuestion(freedByPurge)}
          onClose={() => setPurged([])}
          onDelete={async () => {
            await trash.purge(purged)
            setPurged([])
          }}
        />
      ) : null}
    </>
  )
}

/** Whole days from now until a moment, a begun one counted. */
function daysUntil(moment: string): number {
  return Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / day))
}

function purgeQuestion(bytes: number): string {
  const freed = bytes > 0 ? ` تتحرر ${formatFileSize(bytes)} خلال أيام.` : ''
  return `حذف نهائي؟ لا استعادة بعده، لا من هنا ولا من سجل التغييرات.${freed}`
}

interface TrashTableProps {
  records: Trashed[]
  selection: Selection<Trashed>
  isOld: boolean
  isBusy: boolean
  onRestore: (record: Trashed) => void
  /** Absent for those who may not. */
  onPurge: ((record: Trashed) => void) | undefined
}

function TrashTable({ records, selection, isOld, isBusy, onRestore, onPurge }: TrashTableProps) {
  return (
    <table className="table table--trash">
      <thead>
        <tr>
          <th scope="col" className="table__check">
            <PageBox rows={records} selection={selection} isOld={isOld} />
          </th>
          {['السجل', 'حذفه', 'متى', 'يزول بعد', 'يحرر'].map(label => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">إجراءات</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {records.map(record => {
          const { id, kind, name, deletedBy, deletedAt, goesAt, freedBytes } = record
          const Icon = kindScreens[kind].icon
          return (
            <tr key={id} data-chosen={selection.chosen.has(id) || undefined}>
              <td className="table__check">
                <RowBox row={record} rows={records} name={name} selection={selection} isOld={isOld} />
              </td>
              <th scope="row">
                <div className="table__title trash__name">
                  <Icon aria-hidden />
                  <span>
                    <bdi>{name}</bdi>
                    <small className="table__note">{kinds[kind].label}</small>
                  </span>
                </div>
              </th>
              <td data-label="حذفه">
                {deletedBy === null ? (
                  'النظام'
                ) : (
                  <bdi dir="ltr" title={deletedBy}>
                    {deletedBy}
                  </bdi>
                )}
              </td>
              <td data-label="متى">
                <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time>
              </td>
              <td data-label="يزول بعد">{formatCount(daysUntil(goesAt), countedNouns.day)}</td>
              <td data-label="يحرر">{freedBytes > 0 ? formatFileSize(freedBytes) : '—'}</td>
              <td className="table__actions">
                <div className="row-actions">
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`استعادة: ${name}`}
                    title="استعادة"
                    aria-disabled={isBusy || undefined}
                    onClick={() => !isBusy && onRestore(record)}
                  >
                    <RotateCcw aria-hidden />
                  </button>
                  {onPurge ? (
                    <button
                      type="button"
                      className="icon-button is-danger"
                      aria-label={`حذف نهائي: ${name}`}
                      title="حذف نهائي"
                      onClick={() => onPurge(record)}
                    >
                      <Trash2 aria-hidden />
                    </button>
                  ) : null}
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
