import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { countedNouns, formatCount } from '#contract/format.ts'
import { apiPaths, dashboardPaths } from '#contract/paths.ts'
import type { Ingest } from '#contract/resources/ingest.ts'
import { api } from '#web/api-client.ts'
import { notify } from '../parts/notices.tsx'
import { perPerson } from '../session/per-person.ts'
import { useUser } from '../session/session.ts'
import { keepIngest } from './use-typing.ts'
import { createImportSending } from './sending.ts'

/* Where a person works on an import, its own screen says what has arrived. */
const isShown = (ingestId: string) =>
  location.pathname === dashboardPaths.ingest && location.search.includes(ingestId)

/* A person's files go on being sent on every screen. */
const sendingOf = perPerson(queryClient => {
  const sending = createImportSending({
    async tell(ingestId, files) {
      const { data } = await api.put<{ data: Ingest }>(apiPaths.ingestFiles(ingestId), { files })
      await keepIngest(queryClient, data)
    },
    onWhole(ingestId, files) {
      if (isShown(ingestId)) return
      notify('success', `وصلت ملفات الاستيراد كلها: ${formatCount(files, countedNouns.file)}.`, {
        label: 'راجعها',
        to: `${dashboardPaths.ingest}?id=${ingestId}`,
      })
    },
  })
  addEventListener('offline', sending.wait)
  return sending
})

/** What the signed-in person sends to imports, and how far each file is. */
export function useOwnSending() {
  const sending = sendingOf(useQueryClient(), useUser().id)
  return { ...sending, sendings: useSyncExternalStore(sending.subscribe, sending.state) }
}
