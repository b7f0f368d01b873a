import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { auditActionLabels, auditActions, auditEntities, auditEntityLabels } from '#contract/codes/audit.ts'
import type { AuditAction, AuditEntity } from '#contract/codes/audit.ts'
import { formatDateTime } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BatchAnswer } from '#contract/resources/batch.ts'
import type { AuditEntry } from '#contract/resources/audit-entry.ts'
import { addressOf, api, isApiError, messageOf } from '#web/api-client.ts'
import { DateFilter } from '../fields/date-filter.tsx'
import { BarList } from '../parts/bar-list.tsx'
import { ExportLink } from '../parts/export-link.tsx'
import { notify } from '../parts/notices.tsx'
import { useUser } from '../session/session.ts'
import { DeleteDialog } from '../standard/delete-record.tsx'
import { randomWord } from '../standard/draft.ts'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { FilterChip } from '../standard/filter-chip.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import type { OneFilter } from '../standard/list-filters.ts'
import { listQuery } from '../standard/list-query.ts'
import { SearchBox } from '../standard/search-box.tsx'
import { StaffList } from '../standard/staff-list.tsx'
import { useUndoBatch } from '../standard/undo-batch.ts'
import { AuditEntryCard } from './audit-entry-card.tsx'
import { useComparison } from './compared-states.tsx'
import { fetchEntries } from './fetch-entries.ts'

const filterNames = [
  'action',
  'dateFrom',
  'dateTo',
  'search',
  'entity',
  'entityId',
  'batch',
  'person',
] as const

/** `/dashboard/audit-logs`. Source: S8.2. */
export function AuditLogScreen() {
  const user = useUser()
  const queryClient = useQueryClient()
  const filters = useListFilters(filterNames, 'entityId')
  const [removed, setRemoved] = useState<AuditEntry | undefined>()
  const query = useQuery({
    ...listQuery({
      queryKey: [apiPaths.auditLog, 'list'],
      page: filters.page,
      perPage: limits.logRowsPerPage,
      wanted: filters.values,
      fetchPage: fetchEntries,
    }),
    staleTime: 0,
  })

  const { entityId } = filters.values
  const record = query.data?.record
  const comparison = useComparison(entityId)
  const undoBatch = useUndoBatch()

  /** Makes the record whose history is shown what one of its entries left it as. */
  const goBack = async ({ id }: AuditEntry, version: number) => {
    try {
      const { data } = await api.post<{ data: BatchAnswer }>(
        apiPaths.stateOfEntry(id),
        { version },
        { key: randomWord() },
      )
      if (data.count === 0) notify('success', 'السجل على هذه الحالة الآن.')
      else
        notify('success', 'أُعيد السجل إلى هذه الحالة.', {
          label: 'تراجع',
          run: () => void undoBatch(data.id),
        })
    } catch (error) {
      const reasons = isApiError(error) && error.code === 'stale_records' ? error.errors : [messageOf(error)]
      notify('error', `تعذرت الإعادة. ${reasons.join('؛ ')}`)
    }
    await queryClient.invalidateQueries()
  }

  const restore = async (entry: AuditEntry) => {
    try {
      await api.post(`${apiPaths.auditLog}/${entry.id}/restore`)
      notify('success', 'استُعيد السجل المحذوف.')
    } catch (error) {
      notify('error', `تعذرت الاستعادة. ${messageOf(error)}`)
    }
    await queryClient.invalidateQueries()
  }
  const remove = async (entry: AuditEntry) => {
    await api.delete(`${apiPaths.auditLog}/${entry.id}`)
    setRemoved(undefined)
    notify('success', 'حُذف القيد من السجل.')
    await queryClient.invalidateQueries({ queryKey: [apiPaths.auditLog] })
  }

  return (
    <>
      <StaffList
        title={entityId ? 'تاريخ السجل' : 'سجل التغييرات'}
        noun={staffNouns.auditEntry}
        position={filters}
        query={query}
        perPage={limits.logRowsPerPage}
        actions={<ExportLink address={addressOf(apiPaths.auditLogExport, filters.values)} />}
        filters={
          <>
            {entityId ? null : <AuditCharts />}
            {entityId && record ? (
              <p className="audit-record">
                <Link className="link" to={record.form}>
                  <bdi>{record.name}</bdi>
                </Link>
              </p>
            ) : null}
            <FilterBar
              filters={filters}
              search={
                <SearchBox
                  {...filters.of('search')}
                  placeholder="ابحث في السجل"
                  minLetters={limits.minAuditSearchLength}
                />
              }
            >
              <FilterSelect label="الإجراء" all="كل الإجراءات" {...filters.of('action')}>
                {auditActions.map(code => (
                  <option key={code} value={code}>
                    {auditActionLabels[code]}
                  </option>
                ))}
              </FilterSelect>
              {entityId ? null : (
                <FilterSelect label="النوع" all="كل الأنواع" {...filters.of('entity')}>
                  {auditEntities.map(code => (
                    <option key={code} value={code}>
                      {auditEntityLabels[code]}
                    </option>
                  ))}
                </FilterSelect>
              )}
              <PersonFilter {...filters.of('person')} />
              <DateFilter label="من تاريخ" {...filters.of('dateFrom')} />
              <DateFilter label="إلى تاريخ" {...filters.of('dateTo')} />
              <FilterChip
                label="الدفعة"
                text={filters.values.batch && 'من دفعة واحدة'}
                onRemove={() => filters.of('batch').onChange('')}
              />
            </FilterBar>
            {query.data?.searchedTo ? (
              <p className="audit-reach">
                بحثنا حتى {formatDateTime(query.data.searchedTo)}. للأقدم: انتقل إلى الصفحة الأخيرة، أو اختر
                «إلى تاريخ».
              </p>
            ) : null}
            {comparison.note}
          </>
        }
      >
        {entries => (
          <ul className="audit-list">
            {entries.map(entry => (
              <AuditEntryCard
                key={entry.id}
                entry={entry}
                onReturn={
                  record && entry.newData?.version !== record.version
                    ? past => void goBack(past, record.version)
                    : undefined
                }
                onCompare={entityId ? comparison.choose : undefined}
                isCompared={comparison.first?.id === entry.id}
                onUndoBatch={batch => void undoBatch(batch)}
                onRestore={deleted => void restore(deleted)}
                onRemove={user.role === 'admin' ? setRemoved : undefined}
              />
            ))}
          </ul>
        )}
      </StaffList>
      {comparison.dialog}
      {removed ? (
        <DeleteDialog
          name={removed.description}
          question="هل أنت متأكد من حذف هذا القيد من السجل؟"
          onClose={() => setRemoved(undefined)}
          onDelete={() => remove(removed)}
        />
      ) : null}
    </>
  )
}

/** The choice of whose changes are shown, of all that the log names. */
function PersonFilter(filter: OneFilter) {
  const { data } = useQuery({
    queryKey: [apiPaths.auditLog, 'people'],
    queryFn: ({ signal }) => api.get<{ people: string[] }>(apiPaths.auditLogPeople, { signal }),
  })
  const people = new Set(data?.people)
  if (filter.value) people.add(filter.value)
  return (
    <FilterSelect label="الشخص" all="كل الأشخاص" {...filter}>
      {[...people].map(email => (
        <option key={email} value={email}>
          {email}
        </option>
      ))}
    </FilterSelect>
  )
}

function AuditCharts() {
  const actions = useQuery({
    queryKey: [apiPaths.auditLog, 'actions'],
    queryFn: ({ signal }) =>
      api.get<{ action: AuditAction; count: number }[]>(`${apiPaths.auditLog}/stats/actions`, { signal }),
  })
  const entities = useQuery({
    queryKey: [apiPaths.auditLog, 'entities'],
    queryFn: ({ signal }) =>
      api.get<{ entity: AuditEntity; count: number }[]>(`${apiPaths.auditLog}/stats/entities`, { signal }),
  })
  if (!actions.data || !entities.data) return null
  return (
    <div className="panels">
      <BarList
        title="حسب الإجراء"
        rows={actions.data.map(({ action, count }) => ({ label: auditActionLabels[action], count }))}
      />
      <BarList
        title="حسب النوع"
        rows={entities.data.map(({ entity, count }) => ({ label: auditEntityLabels[entity], count }))}
      />
    </div>
  )
}
