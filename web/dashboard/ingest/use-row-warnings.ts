import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { IngestChecks, IngestRow, SeenRow } from '#contract/resources/ingest.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { second } from '#contract/units.ts'
import { api } from '#web/api-client.ts'

/** How often rows are asked for again by themselves whose pictures were not compared in time, and how many times. */
export const lateRowsEveryMs = 10 * second
export const lateRowsTries = 12

interface Answer {
  /** When all rows were asked for the last time. */
  wholeAt: number
  /** How often these rows were asked for again by themselves. */
  tries: number
  /** A row without a version is late: it is asked for again after a while, and with the next that changes. */
  rows: Record<string, { version: number | null; warnings: Warning[]; alike: readonly SeenRow[] }>
}

/** What was answered before, unless that may be wrong by now: then all is to be asked for. */
function stillKnown(data: Answer | undefined, isSame: boolean): Answer | undefined {
  const isOld = !data || Date.now() - data.wholeAt > limits.queryFreshMs
  return isOld || (isSame && !hasLate(data)) ? undefined : data
}

/** What is known of rows now; `isSame`: they were asked for before as they are. */
function answerOf(rows: Answer['rows'], before: Answer | undefined, isSame: boolean): Answer {
  if (!before) return { wholeAt: Date.now(), tries: 0, rows }
  return { wholeAt: before.wholeAt, tries: isSame ? before.tries + 1 : 0, rows }
}

const hasLate = ({ rows }: Answer) => Object.values(rows).some(({ version }) => version === null)

/** What speaks against the rows of an import, by their ids. */
export interface RowWarnings {
  /** Records that say or show the same. */
  warnings: Record<string, Warning[]>
  /** Other rows that show nearly the same picture or first page. */
  lookalikes: ReadonlyMap<string, ReadonlySet<string>>
}

/** The rows that show nearly the same as others, whichever of two was asked for: while the other one is as it was then. */
function lookalikesOf(rows: readonly IngestRow[], known: Answer['rows']): Map<string, Set<string>> {
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const found = new Map<string, Set<string>>()
  const note = (id: string, other: string) => found.set(id, (found.get(id) ?? new Set()).add(other))
  for (const [id, { alike }] of Object.entries(known))
    for (const other of alike)
      if (versions.has(id) && versions.get(other.id) === other.version) {
        note(id, other.id)
        note(other.id, id)
      }
  return found
}

/** Records and rows that say or show the same as rows do, as they are written; those that have changed, and those of which not all is known, are asked for again. */
export function useRowWarnings(id: string, rows: readonly IngestRow[]): RowWarnings {
  const queryClient = useQueryClient()
  const lastKey = useRef<readonly unknown[]>([])
  const open = rows.filter(({ record }) => record === null)
  /* While files arrive every answer would be an old one. */
  const isWhole = open.every(({ files }) => files.every(({ url }) => url !== null))
  const asked = JSON.stringify(open.map(row => [row.id, row.version]))

  const query = useQuery({
    queryKey: ['ingest-checks', id, asked],
    queryFn: async ({ queryKey, signal }): Promise<Answer> => {
      const isSame = lastKey.current.at(-1) === asked
      const last = queryClient.getQueryState<Answer>(lastKey.current)
      const before = last?.isInvalidated ? undefined : stillKnown(last?.data, isSame)
      const unknown = open.filter(row => before?.rows[row.id]?.version !== row.version)
      const found: Answer['rows'] = {}
      for (const { id: row } of open) if (before?.rows[row]) found[row] = before.rows[row]
      if (unknown.length > 0) {
        const path = apiPaths.ingestChecks(id)
        const body = { rows: unknown.map(row => row.id) }
        const { data } = await api.post<{ data: IngestChecks }>(path, body, { signal })
        for (const row of unknown)
          found[row.id] = {
            version: data.late.includes(row.id) ? null : row.version,
            warnings: data.warnings[row.id] ?? [],
            alike: data.alike[row.id] ?? [],
          }
      }
      lastKey.current = queryKey
      return answerOf(found, before, isSame)
    },
    enabled: id !== '' && open.length > 0 && isWhole,
    placeholderData: before => before,
    /* Only while the screen is seen. */
    refetchInterval: ({ state: { data, status } }) =>
      data && status === 'success' && hasLate(data) && data.tries < lateRowsTries ? lateRowsEveryMs : false,
  })
  const known = query.data?.rows ?? {}
  return {
    warnings: Object.fromEntries(
      Object.entries(known).flatMap(([rowId, { warnings }]) =>
        warnings.length > 0 ? [[rowId, warnings]] : [],
      ),
    ),
    lookalikes: lookalikesOf(open, known),
  }
}
