import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { formatDateTime, formatFileSize } from '#contract/format.ts'
import { formatShare } from '#contract/format-share.ts'
import { apiPaths } from '#contract/paths.ts'
import type { UnfinishedUpload } from '#contract/resources/file.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Bar } from '../parts/bar-list.tsx'
import { notify } from '../parts/notices.tsx'
import { removeUpload } from '../uploads/resumable-transfer.ts'

/** Uploads that were cut: choosing the same file in a form goes on where each stopped. */
export function UnfinishedUploads() {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: [apiPaths.uploads],
    queryFn: async ({ signal }) =>
      (await api.get<{ uploads: UnfinishedUpload[] }>(apiPaths.uploads, { signal })).uploads,
    staleTime: 0,
  })
  if (!query.data || query.data.length === 0) return null

  const remove = async (upload: UnfinishedUpload) => {
    try {
      await removeUpload(upload.url)
      await queryClient.invalidateQueries({ queryKey: [apiPaths.uploads] })
      await queryClient.invalidateQueries({ queryKey: [apiPaths.stats] })
    } catch (error) {
      notify('error', `تعذر إلغاء الرفع. ${messageOf(error)}`)
    }
  }

  return (
    <div className="unfinished">
      <h3>عمليات رفع يمكن إكمالها</h3>
      <p className="muted">اختر الملف نفسه مرة أخرى في النموذج ليكمل رفعه من حيث توقف.</p>
      <ul>
        {query.data.map(upload => (
          <li key={upload.id}>
            <div>
              <bdi>{upload.name}</bdi>
              <small>
                {formatShare(upload.received, upload.size)} من {formatFileSize(upload.size)} · حتى{' '}
                {formatDateTime(upload.expiresAt)}
              </small>
              <Bar share={upload.received / upload.size} />
            </div>
            <button
              type="button"
              className="icon-button is-danger"
              aria-label={`إلغاء رفع ${upload.name}`}
              onClick={() => void remove(upload)}
            >
              <X aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
