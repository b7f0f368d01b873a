import { useQuery } from '@tanstack/react-query'
import { formatFileSize } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, sha256OfFileAddress } from '#contract/paths.ts'
import type { FileLightCopy } from '#contract/resources/file.ts'
import { api } from '#web/api-client.ts'

/** Beside a PDF of ours: how large its light copy is, that it is still to come, or why there is none. Source: F7.3. */
export function LightCopyLine({ address }: { address: string }) {
  const sha256 = sha256OfFileAddress(address)
  const path = apiPaths.fileLightCopy(sha256 ?? '')
  const { data: copy } = useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => (await api.get<{ data: FileLightCopy | null }>(path, { signal })).data,
    enabled: sha256 !== undefined,
    staleTime: 0,
    refetchInterval: query => (query.state.data?.state === 'waiting' ? limits.liveMs : false),
  })
  return copy ? <small>{wordsOf(copy)}</small> : null
}

function wordsOf(copy: FileLightCopy): string {
  if (copy.state === 'made') return `نسخة خفيفة: ${formatFileSize(copy.size)}`
  return copy.state === 'waiting' ? 'النسخة الخفيفة لم تُصنع بعد.' : copy.reason
}
