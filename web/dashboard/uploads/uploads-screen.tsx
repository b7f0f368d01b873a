import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countedNouns, formatDateTime, formatFileSize } from '#contract/format.ts'
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
import { refreshAfterWrite } from '../standard/refresh.ts'
import { StaffList } from '../standard/staff-list.tsx'
import { removeUpload } from './resumable-transfer.ts'
import { percentText } from './speed.ts'

const filterNames = ['state'] as const

/** `/dashboard/uploads`: everybody's uploads that did not become a file, and which of them can still go on. */
export function UploadsScreen() {
  const queryClient = useQueryClient()
  const user = useUser()
  const filters = useListFilters(filterNames)
  const [removed, setRemoved] = useState<ListedUpload | undefined>()
  const call = {
    limit: limits.logRowsPerPage,
    offset: (filters.page - 1) * limits.logRowsPerPage,
    state: filters.values.state,
  }
  const query = useQuery({
    queryKey: [apiPaths.uploads, 'all', call],
    queryFn: async ({ signal }) => {
      const { uploads, total } = await api.get<{ uploads: ListedUpload[]; total: number }>(
        apiPaths.allUploads,
        { query: call, signal },
      )
      return { items: uploads, total }
    },
    placeholderData: keepPreviousData,
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
        noun={countedNouns.upload}
        isFiltered={filters.isFiltered}
        query={query}
        page={filters.page}
        perPage={limits.logRowsPerPage}
        addressOfPage={filters.addressOfPage}
        filters={
          <FilterBar isFiltered={filters.isFiltered} onReset={filters.reset}>
            <FilterSelect
              label="الحالة"
              all="كل عمليات الرفع"
              value={filters.values.state}
              onChange={value => filters.set('state', value)}
            >
              <option value="unfinished">يمكن إكمالها</option>
              <option value="failed">انتهت مدتها</option>
            </FilterSelect>
          </FilterBar>
        }
      >
        {uploads => (
          <UploadsTable uploads={uploads} userId={user.id} onRemove={upload => setRemoved(upload)} />
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

interface UploadsTableProps {
  uploads: ListedUpload[]
  userId: string
  onRemove: (upload: ListedUpload) => void
}

function UploadsTable({ uploads, userId, onRemove }: UploadsTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">الملف</th>
          <th scope="col">ما وصل منه</th>
          <th scope="col">الحالة</th>
          <th scope="col">من رفعه</th>
          <th scope="col">بدأ في</th>
          <th scope="col">
            <span className="visually-hidden">إجراءات</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {uploads.map(upload => (
          <tr key={upload.id}>
            <th scope="row">
              <bdi>{upload.name}</bdi>
              <small className="table__note">{formatFileSize(upload.size)}</small>
            </th>
            <td data-label="ما وصل منه">
              <span className="upload-share">
                {percentText(upload.received, upload.size)}
                <Bar share={upload.received / upload.size} />
              </span>
            </td>
            <td data-label="الحالة">
              <span className={upload.state === 'failed' ? 'tag tag--danger' : 'tag tag--gold'}>
                {upload.state === 'failed' ? 'انتهت مدتها' : 'يمكن إكمالها'}
              </span>
              <small className="table__note">
                {upload.state === 'failed' ? 'في' : 'حتى'} {formatDateTime(upload.expiresAt)}
              </small>
            </td>
            <td data-label="من رفعه">
              {upload.owner.id === userId ? 'أنت' : <bdi>{upload.owner.name}</bdi>}
            </td>
            <td data-label="بدأ في">{formatDateTime(upload.createdAt)}</td>
            <td className="table__actions">
              {upload.state === 'failed' || upload.owner.id === userId ? (
                <div className="row-actions">
                  <button
                    type="button"
                    className="icon-button icon-button--danger"
                    aria-label={`حذف: ${upload.name}`}
                    onClick={() => onRemove(upload)}
                  >
                    <Trash2 aria-hidden />
                  </button>
                </div>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
