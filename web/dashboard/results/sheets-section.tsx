import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { sheetEncodingLabels, sheetEncodings, sheetViews } from '#contract/resources/sheet.ts'
import type { SheetArchive, SheetView, StaffSheetList } from '#contract/resources/sheet.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { Banner, EmptyState, QueryError, Skeleton } from '../parts/states.tsx'
import { FilterSelect } from '../standard/filter-bar.tsx'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { SearchBox } from '../standard/search-box.tsx'
import { FormSection } from '../standard/staff-form.tsx'
import { ReadingSummary } from './sheet-reading.tsx'
import { SheetsTable } from './sheets-table.tsx'

const viewLabels: Record<SheetView, string> = {
  public: 'ظاهرة',
  hidden: 'مخفية',
  problem: 'فيها مشكلة',
  other: 'ليست أوراقاً',
}

/** Another look at an archive that is being opened, and at one whose sheets are being read. */
const lookAgainMs = 2000
const lookAtReadingMs = 10_000

const isUnderWay = (list: StaffSheetList | undefined) =>
  list?.archive.state === 'waiting' || list?.archive.state === 'reading'
const isRead = (list: StaffSheetList | undefined) =>
  list === undefined || list.reading.sheetsRead >= list.reading.sheets

/** What is in the archive of a result: every sheet with its state, and what staff say of it. Source: R4.3. */
export function SheetsSection({ resultId }: { resultId: string }) {
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<{ search: string; view: string }>({ search: '', view: '' })
  const [page, setPage] = useState(1)
  const perPage = limits.staffRowsPerPage
  const asked = { ...wanted, limit: perPage, offset: (page - 1) * perPage }
  const query = useQuery({
    queryKey: [apiPaths.results, resultId, 'sheets', asked],
    queryFn: async ({ signal }) => {
      const path = apiPaths.allResultSheets(resultId)
      return (await api.get<{ data: StaffSheetList }>(path, { query: asked, signal })).data
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isUnderWay(state.data) ? lookAgainMs : !isRead(state.data) && lookAtReadingMs,
  })
  const change = (part: Partial<typeof wanted>) => {
    setWanted(before => ({ ...before, ...part }))
    setPage(1)
  }
  const write = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act()
      notify('success', done)
    } catch (error) {
      notify('error', messageOf(error))
    }
    await refreshAfterWrite(queryClient, apiPaths.results)
  }

  const list = query.data
  return (
    <FormSection title="أوراق المدارس">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter here is for the search, not for saving the form around */}
      <div className="sheets" onKeyDown={keepEnter}>
        {list ? (
          <>
            <ArchiveState
              archive={list.archive}
              reopen={() =>
                write(() => api.post(apiPaths.resultSheetsOpening(resultId)), 'يُفتح الأرشيف من جديد.')
              }
            />
            {list.archive.state === 'ready' && <ReadingSummary reading={list.reading} />}
            <div className="filter-bar" role="search" aria-label="تصفية الأوراق">
              <SearchBox
                value={wanted.search}
                onChange={search => change({ search })}
                placeholder="ابحث عن مدرسة"
                label="ابحث في أوراق المدارس"
                hasShortcut={false}
              />
              <FilterSelect
                label="الحالة"
                all="كل ما في الأرشيف"
                value={wanted.view}
                onChange={view => change({ view })}
              >
                {sheetViews.map(view => (
                  <option key={view} value={view}>
                    {viewLabels[view]} ({formatNumber(list.archive.counts[view])})
                  </option>
                ))}
              </FilterSelect>
              <EncodingSelect
                archive={list.archive}
                choose={encoding =>
                  write(
                    () =>
                      api.put(apiPaths.resultSheetEncoding(resultId), {
                        encoding,
                        version: list.archive.version,
                      }),
                    'قُرئت أسماء الملفات بالترميز الذي اخترته.',
                  )
                }
              />
            </div>
            {list.sheets.length === 0 ? (
              <EmptyState>{emptyText(list, wanted)}</EmptyState>
            ) : (
              <SheetsTable sheets={list.sheets} groups={list.groups} write={write} />
            )}
            <Pages page={page} total={list.total} turn={setPage} />
          </>
        ) : query.isError ? (
          <QueryError title="تعذر تحميل أوراق المدارس" query={query} />
        ) : (
          <Skeleton height="12rem" />
        )}
      </div>
    </FormSection>
  )
}

function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

function emptyText({ archive }: StaffSheetList, wanted: { search: string; view: string }): string {
  if (wanted.search !== '' || wanted.view !== '') return 'لا شيء بهذه التصفية'
  if (archive.state === 'ready') return 'لا أوراق: ملف النتائج ليس على هذا الخادم، أو ليس فيه شيء'
  return archive.state === 'failed' ? 'لا أوراق حتى يُفتح الأرشيف' : 'تظهر الأوراق هنا حين يُفتح الأرشيف'
}

function ArchiveState({ archive, reopen }: { archive: SheetArchive; reopen: () => void }) {
  const again = (
    <Button icon={<RotateCcw aria-hidden />} onClick={reopen}>
      افتح الأرشيف من جديد
    </Button>
  )
  if (archive.state === 'failed') {
    return (
      <Banner tone="error" actions={again}>
        {archive.failure ?? 'تعذر فتح الأرشيف.'}
      </Banner>
    )
  }
  if (archive.state !== 'ready') {
    return (
      <Banner tone="info">
        {archive.state === 'waiting' ? 'الأرشيف بانتظار فتحه...' : 'جاري فتح الأرشيف...'}
      </Banner>
    )
  }
  return (
    <p className="sheets__counts" role="status">
      {sheetViews
        .filter(view => archive.counts[view] > 0)
        .map(view => `${viewLabels[view]}: ${formatNumber(archive.counts[view])}`)
        .join(' · ')}
    </p>
  )
}

function EncodingSelect({ archive, choose }: { archive: SheetArchive; choose: (encoding: string) => void }) {
  const found = archive.foundEncoding
  return (
    <label className="filter">
      <span className="filter__label">ترميز الأسماء</span>
      <select
        className="input"
        value={archive.encoding}
        disabled={archive.state !== 'ready'}
        onChange={event => choose(event.target.value)}
      >
        {sheetEncodings.map(encoding => (
          <option key={encoding} value={encoding}>
            {encoding === 'auto' && found !== null && archive.encoding === 'auto'
              ? `تلقائي: ${sheetEncodingLabels[found]}`
              : sheetEncodingLabels[encoding]}
          </option>
        ))}
      </select>
    </label>
  )
}

function Pages({ page, total, turn }: { page: number; total: number; turn: (page: number) => void }) {
  const pages = Math.ceil(total / limits.staffRowsPerPage)
  if (pages <= 1) return null
  return (
    <nav className="row sheets__pages" aria-label="صفحات الأوراق">
      <Button disabled={page <= 1} onClick={() => turn(page - 1)}>
        السابق
      </Button>
      <span>
        {formatNumber(page)} من {formatNumber(pages)}
      </span>
      <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
        التالي
      </Button>
    </nav>
  )
}
