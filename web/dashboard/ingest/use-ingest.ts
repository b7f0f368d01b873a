import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type {
  ArrivedFile,
  Ingest,
  IngestRow,
  IngestValues,
  NameProposal,
} from '#contract/resources/ingest.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { api, messageOf } from '#web/api-client.ts'
import type { ChosenFile } from './dropped-files.ts'
import { rowOfFile, type TableRow } from './metadata-table.ts'
import { useSending } from './use-sending.ts'
import { useTyping } from './use-typing.ts'

const lookEveryMs = 5000
const keyOf = (id: string) => ['ingest', id]

/** An import that is open: its rows, what is typed and sent, followed as colleagues change it. Source: S15.3. */
export function useIngest(id: string) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState('')
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await api.get<{ data: Ingest }>(apiPaths.ingest(id), { signal })).data,
    enabled: id !== '',
    refetchInterval: lookEveryMs,
  })
  const own = useRef(id)
  own.current = id

  const keep = (ingest: Ingest) => queryClient.setQueryData(keyOf(ingest.id), ingest)
  const keepRows = async (rows: readonly IngestRow[]) => {
    /* An answer that is on its way holds the rows as they were before. */
    await queryClient.cancelQueries({ queryKey: keyOf(own.current) })
    const changed = new Map(rows.map(row => [row.id, row]))
    queryClient.setQueryData<Ingest>(
      keyOf(own.current),
      now => now && { ...now, rows: now.rows.map(row => changed.get(row.id) ?? row) },
    )
  }
  const known = () => queryClient.getQueryData<Ingest>(keyOf(own.current))?.rows ?? []
  const typing = useTyping({ id, rows: query.data?.rows ?? [], known, onRows: keepRows })
  const sending = useSending(async (files: ArrivedFile[]) => {
    const { data } = await api.put<{ data: Ingest }>(apiPaths.ingestFiles(own.current), { files })
    await queryClient.cancelQueries({ queryKey: keyOf(data.id) })
    keep(data)
  })

  /** Names files to the import, and sends those that are not there yet. */
  const add = async (ingestId: string, chosen: readonly ChosenFile[]) => {
    own.current = ingestId
    setFailure('')
    try {
      const files = chosen.map(({ file, folder }) => ({ name: file.name, folder, size: file.size }))
      const { data } = await api.post<{ data: { ids: string[] } }>(apiPaths.ingestFiles(ingestId), { files })
      const { data: now } = await api.get<{ data: Ingest }>(apiPaths.ingest(ingestId))
      keep(now)
      const there = new Set(
        now.rows.flatMap(row => row.files.filter(({ url }) => url !== null).map(file => file.id)),
      )
      sending.send(
        chosen.flatMap(({ file }, at) => {
          const fileId = data.ids[at]
          return fileId !== undefined && !there.has(fileId) ? [{ id: fileId, file }] : []
        }),
      )
    } catch (error) {
      setFailure(`لم تُستورد الملفات. ${messageOf(error)}`)
    }
  }

  /** Types what a table says of files into the rows that begin with them; shape: how many there were. */
  const describe = async (ingestId: string, table: readonly TableRow[]): Promise<number> => {
    const now = queryClient.getQueryData<Ingest>(keyOf(ingestId))?.rows ?? []
    const meant = now.flatMap(row => {
      const said = row.record === null && row.files[0] && rowOfFile(table, row.files[0].name)
      return said ? [{ row, said }] : []
    })
    if (meant.length === 0) return 0
    const names = meant.map(({ said, row }) => `${said.words || '-'}.${endingOf(row)}`)
    const { data } = await api.post<{ data: { proposals: NameProposal[] } }>(apiPaths.ingestProposals, {
      names,
    })
    for (const [at, { row, said }] of meant.entries()) {
      const values = tableValuesOf(said, data.proposals[at])
      if (Object.keys(values).length > 0) typing.type([row.id], values)
    }
    return meant.length
  }

  /** Does something with rows as they stand now. */
  const act = async (path: (ingestId: string) => string, rowIds: readonly string[]) => {
    setFailure('')
    if (!(await typing.write())) return
    const now = queryClient.getQueryData<Ingest>(keyOf(id))
    const rows = now?.rows
      .filter(row => rowIds.includes(row.id))
      .map(row => ({ id: row.id, version: row.version }))
    try {
      const { data } = await api.post<{ data: Ingest }>(path(id), { rows })
      keep(data)
    } catch (error) {
      setFailure(messageOf(error))
      await query.refetch()
    }
  }

  const warnings = useWarnings(id, typing.rows)

  return {
    query,
    failure,
    setFailure,
    warnings,
    rows: typing.rows,
    typing,
    sendings: sending.sendings,
    add,
    describe,
    remove: (ids: readonly string[]) => act(apiPaths.ingestRemovals, ids),
    join: (ids: readonly string[]) => act(apiPaths.ingestJoinings, ids),
    part: (ids: readonly string[]) => act(apiPaths.ingestPartings, ids),
    /** The rows as the server has them now. */
    current: known,
  }
}

const endingOf = ({ files }: IngestRow) => files[0]?.name.split('.').at(-1) ?? ''

/** What a row of a table says, as rows of an import keep it; nothing of what it leaves open. */
function tableValuesOf(said: TableRow, proposal: NameProposal | undefined): Partial<IngestValues> {
  const { stage, branch, subject, releaseYear, city } = proposal ?? {}
  const kind = proposal?.kind?.confidence === 'sure' ? proposal.kind : undefined
  const round = proposal?.try
  return {
    ...(kind && { kind: kind.value }),
    ...(stage && { stage: stage.value }),
    ...(branch && { branch: branch.value }),
    ...(subject && { subject: subject.value }),
    ...(releaseYear && { releaseYear: releaseYear.value }),
    ...(round && { try: round.value }),
    ...(city && { city: city.value }),
    ...(said.title !== '' && { title: said.title }),
    ...(said.teacher !== '' && { teacher: said.teacher }),
  }
}

export type OpenIngest = ReturnType<typeof useIngest>

/** Records that say the same as rows do; asked again when rows change. */
function useWarnings(id: string, rows: readonly IngestRow[]): Record<string, Warning[]> {
  const open = rows.filter(({ record }) => record === null)
  /* While files arrive every answer would be an old one. */
  const isWhole = open.every(({ files }) => files.every(({ url }) => url !== null))
  const asked = JSON.stringify(open.map(row => [row.id, row.values]))
  const query = useQuery({
    queryKey: ['ingest-checks', id, asked],
    queryFn: async ({ signal }) => {
      const body = { rows: open.map(row => row.id) }
      const path = apiPaths.ingestChecks(id)
      return (await api.post<{ data: { warnings: Record<string, Warning[]> } }>(path, body, { signal })).data
        .warnings
    },
    enabled: id !== '' && open.length > 0 && isWhole,
    placeholderData: before => before,
  })
  return query.data ?? {}
}
