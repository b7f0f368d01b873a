import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatFileSize } from '#contract/format.ts'
import { staffNouns } from '#contract/staff-nouns.ts'
import { formatShare } from '#contract/format-share.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ListedUpload } from '#contract/resources/file.ts'
import { api } from '#web/api-client.ts'
import { Bar } from '../parts/bar-list.tsx'
import { notify } from '../parts/notices.tsx'
import { useUser } from '../session/session.ts'
import { DeleteDialog } from '../standard/delete-record.tsx'
import { FilterBar, FilterSelect } from '../standard/filter-bar.tsx'
import { useListFilters } from '../standard/list-filters.ts'
import { listQuery } from '../standard/list-query.ts'
import type { PageRequest } from '../standard/list-query.ts'
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffList } from '../standard/staff-list.tsx'
import { Table } from '../standard/table.tsx'
import type { Columns } from '../standard/table.tsx'
import { removeUpload } from './resumable-transfer.ts'

const filterNames = ['state'] as const

async function fetchUploads(request: PageRequest) {
  const { uploads, total } = await api.get<{ uploads: ListedUpload[]; total: number }>(
    apiPaths.allUploads,
    request,
  )
  return { items: uploads, total }
}

function columnsFor(userId: string): Columns<ListedUpload> {
  return [
    {
      label: 'الملف',
      cell: upload => (
        <>
          <bdi>{upload.name}</bdi>
          <small className="table__note">{formatFileSize(upload.size)}</small>
        </>
      ),
    },
    {
      label: 'ما وصل منه',
      cell: upload => (
        <span className="upload-share">
          {formatShare(upload.received, upload.size)}
          <Bar share={upload.received / upload.size} />
        </span>
      ),
    },
    {
      label: 'الحالة',
      cell: upload => (
        <>
          <span className={upload.state === 'failed' ? 'tag tag--danger' : 'tag tag--gold'}>
            {upload.state === 'failed' ? 'انتهت مدتها' : 'يمكن إكمالها'}
          </span>
          <small className="table__note">
            {upload.state === 'failed' ? 'في' : 'حتى'} {formatDateTime(upload.expiresAt)}
          </small>
        </>
      ),
    },
    {
      label: 'من رفعه',
      cell: upload => (upload.owner.id === userId ? 'أنت' : <bdi>{upload.owner.name}</bdi>),
    },
    { label: 'بدأ في', cell: upload => formatDateTime(upload.createdAt) },
  ]
}

/** `/dashboard/uploads`: everybody's uploads that did not become a file, and which of them can still go on. */
export function UploadsScreen() {
  const queryClient = useQueryClient()
  const user = useUser()
  const filters = useListFilters(filterNames)
  const [removed, setRemoved] = useState<ListedUpload | undefined>()
  const query = useQuery({
    ...listQuery({
      queryKey: [apiPaths.uploads, 'all'],
      page: filters.page,
      perPage: limits.logRowsPerPage,
      wanted: filters.values,
      fetchPage: fetchUploads,
    }),
    staleTime: 0,
  })

  const remove = async (upload: ListedUpload) => {
    await removeUpload(upload.url)
    setRemoved(undefined)
    notify('success', 'حُذفت عملية الرفع من القائمة.')
    await refreshAfterWrite(queryClient, apiPaths.uploads)
  }

  return (
    <>
      <StaffList
        title="عمليات الرفع"
        noun={staffNouns.upload}
        position={filters}
        query={query}
        perPage={limits.logRowsPerPage}
        filters={
          <FilterBar filters={filters}>
            <FilterSelect label="الحالة" all="كل عمليات الرفع" {...filters.of('state')}>
              <option value="unfinished">يمكن إكمالها</option>
              <option value="failed">انتهت مدتها</option>
            </FilterSelect>
          </FilterBar>
        }
      >
        {uploads => (
          <Table
            rows={uploads}
            columns={columnsFor(user.id)}
            renderActions={upload =>
              upload.state === 'failed' || upload.owner.id === user.id ? (
                <div className="row-actions">
                  <button
                    type="button"
                    className="icon-button is-danger"
                    aria-label={`حذف: ${upload.name}`}
                    onClick={() => setRemoved(upload)}
                  >
                    <Trash2 aria-hidden />
                  </button>
                </div>
              ) : null
            }
          />
        )}
      </StaffList>
      {removed ? (
        <DeleteDialog
          name={removed.name}
          question={
            removed.state === 'failed'
              ? 'هل أنت متأكد من حذف عملية الرفع هذه من القائمة؟'
              : 'هل أنت متأكد من إلغاء عملية الرفع هذه؟ يُحذف ما وصل منه.'
          }
          onClose={() => setRemoved(undefined)}
          onDelete={() => remove(removed)}
        />
      ) : null}
    </>
  )
}
