import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { IngestRow } from '#contract/resources/ingest.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { api } from '#web/api-client.ts'

interface Answer {
  /** When all rows were asked for the last time. */
  wholeAt: number
  rows: Record<string, { version: number; warnings: Warning[] }>
}

/** Records that say the same as rows do, as they are written; those that have changed are asked for again. */
export function useRowWarnings(id: string, rows: readonly IngestRow[]): Record<string, Warning[]> {
  const queryClient = useQueryClient()
  const lastKey = useRef<readonly unknown[]>([])
  const open = rows.filter(({ record }) => record === null)
  /* While files arrive every answer would be an old one. */
  const isWhole = open.every(({ files }) => files.every(({ url }) => url !== null))
  const asked = JSON.stringify(open.map(row => [row.id, row.version]))

  /* What was answered for the rows before. The same rows are asked for again when that may be wrong by now. */
  const findKnown = (): Answer | undefined => {
    const state = queryClient.getQueryState<Answer>(lastKey.current)
    const isOld = !state?.data || state.isInvalidated || Date.now() - state.data.wholeAt > limits.queryFreshMs
    return isOld || lastKey.current.at(-1) === asked ? undefined : state.data
  }
  const query = useQuery({
    queryKey: ['ingest-checks', id, asked],
    queryFn: async ({ queryKey, signal }): Promise<Answer> => {
      const known = findKnown()
      const unknown = open.filter(row => known?.rows[row.id]?.version !== row.version)
      const found: Answer['rows'] = { ...known?.rows }
      if (unknown.length > 0) {
        const path = apiPaths.ingestChecks(id)
        const body = { rows: unknown.map(row => row.id) }
        const { data } = await api.post<{ data: { warnings: Record<string, Warning[]> } }>(path, body, {
          signal,
        })
        for (const row of unknown)
          found[row.id] = { version: row.version, warnings: data.warnings[row.id] ?? [] }
      }
      lastKey.current = queryKey
      return { wholeAt: known?.wholeAt ?? Date.now(), rows: found }
    },
    enabled: id !== '' && open.length > 0 && isWhole,
    placeholderData: before => before,
  })
  const known = Object.entries(query.data?.rows ?? {})
  return Object.fromEntries(
    known.flatMap(([rowId, { warnings }]) => (warnings.length > 0 ? [[rowId, warnings]] : [])),
  )
}
