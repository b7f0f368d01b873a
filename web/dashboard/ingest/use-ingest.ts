import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import type { Ingest, IngestArchive, IngestArchiveState, NameProposal } from '#contract/resources/ingest.ts'
import { api, isApiError, messageOf } from '#web/api-client.ts'
import type { ChosenFile } from './dropped-files.ts'
import { nameOfLine, rowOfFile, tableValuesFor, valuesOfLine, type TableRow } from './metadata-table.ts'
import { useRowWarnings } from './use-row-warnings.ts'
import { useOwnSending } from './use-own-sending.ts'
import { ingestKey, keepIngest, useTyping } from './use-typing.ts'

const lookEveryMs = 5000
/** How often it is asked how far an archive is that is opened on the server. */
const lookSoonMs = 1000

const isOpening = (ingest: Ingest | undefined) =>
  ingest?.archives.some(({ state }) => state === 'waiting' || state === 'opening') ?? false

const isSendingArchive = (ingest: Ingest | undefined) =>
  ingest?.rows.some(({ files }) => files.some(({ name, url }) => url === null && /\.zip$/iu.test(name))) ??
  false

/** What became of a table: how many rows it says something of, and what of it was not understood. */
interface Described {
  count: number
  problems: string[]
  /** The lines for which there is no file. */
  left: TableRow[]
}

/**
 * The archives of an import. While one is opened only how far they are is asked every second, and the whole import when
 * one has come to its next state.
 */
function useArchives(id: string, { data, dataUpdatedAt, refetch }: UseQueryResult<Ingest>): IngestArchive[] {
  const { data: states, dataUpdatedAt: statesAt } = useQuery({
    queryKey: ['ingest-archives', id],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: { archives: IngestArchiveState[] } }>(apiPaths.ingestArchives(id), { signal }))
        .data.archives,
    enabled: id !== '' && isOpening(data),
    refetchInterval: lookSoonMs,
    staleTime: 0,
  })
  const newer = new Map(statesAt > dataUpdatedAt ? states?.map(state => [state.id, state]) : [])
  const archives = data?.archives ?? []
  const isFurther = archives.some(({ id: own, state }) => (newer.get(own)?.state ?? state) !== state)
  useEffect(() => {
    if (isFurther) void refetch()
  }, [isFurther, statesAt, refetch])
  return archives.map(archive => {
    const { files, taken } = newer.get(archive.id) ?? archive
    return archive.state === 'opening' ? { ...archive, files, taken } : archive
  })
}

/** An import that is open: its rows, what is typed and sent, followed as colleagues change it. Source: S15.3. */
export function useIngest(id: string) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState('')
  const query = useQuery({
    queryKey: ingestKey(id),
    queryFn: async ({ signal }) => (await api.get<{ data: Ingest }>(apiPaths.ingest(id), { signal })).data,
    enabled: id !== '',
    refetchInterval: lookEveryMs,
  })
  const archives = useArchives(id, query)

  const keep = (ingest: Ingest) => keepIngest(queryClient, ingest)
  const known = (ingestId: string) => queryClient.getQueryData<Ingest>(ingestKey(ingestId))?.rows ?? []
  const typing = useTyping(id, query.data?.rows ?? [])
  const sending = useOwnSending()

  const { stopGone } = sending
  const stopRef = useRef(stopGone)
  stopRef.current = stopGone
  const isEnded = isApiError(query.error) && query.error.code === 'ingest_not_found'
  const { data: ingest } = query
  useEffect(() => {
    const files = isEnded ? [] : (ingest?.rows.flatMap(row => row.files) ?? [])
    if (isEnded || ingest) stopRef.current(id, new Set(files.map(file => file.id)))
  }, [id, ingest, isEnded])

  /** Names files to the import, and sends those that are not there yet. */
  const add = async (ingestId: string, chosen: readonly ChosenFile[]) => {
    setFailure('')
    try {
      const files = chosen.map(({ file, folder }) => ({ name: file.name, folder, size: file.size }))
      const { data } = await api.post<{ data: { ids: string[] } }>(apiPaths.ingestFiles(ingestId), { files })
      const { data: now } = await api.get<{ data: Ingest }>(apiPaths.ingest(ingestId))
      await keep(now)
      const there = new Set([
        ...now.rows.flatMap(row => row.files.filter(({ url }) => url !== null).map(file => file.id)),
        ...now.archives.map(archive => archive.id),
      ])
      sending.send(
        ingestId,
        chosen.flatMap(({ file }, at) => {
          const fileId = data.ids[at]
          return fileId !== undefined && !there.has(fileId) ? [{ id: fileId, file }] : []
        }),
      )
    } catch (error) {
      setFailure(`لم تُستورد الملفات. ${messageOf(error)}`)
    }
  }

  /** Types what a table says of files into the rows that begin with them. Errors: ApiError. */
  const describe = async (ingestId: string, table: readonly TableRow[]): Promise<Described> => {
    const meant = known(ingestId).flatMap(row => {
      const [file] = row.files
      const said = file && row.record === null ? rowOfFile(table, file) : undefined
      return file && said ? [{ rowId: row.id, said, name: nameOfLine(said, file.name) }] : []
    })
    const used = new Set(meant.map(({ said }) => said))
    const left = table.filter(row => !used.has(row))
    if (meant.length === 0) return { count: 0, problems: [], left }
    const names = meant.map(({ name }) => name)
    const { data } = await api.post<{ data: { proposals: NameProposal[] } }>(apiPaths.ingestProposals, {
      names,
    })
    /* Somebody may have typed while the names were read. */
    const now = new Map(known(ingestId).map(row => [row.id, row]))
    const problems = new Set<string>()
    for (const [at, { rowId, said }] of meant.entries()) {
      const row = now.get(rowId)
      if (!row || row.record !== null) continue
      const line = valuesOfLine(said, data.proposals[at])
      for (const problem of line.problems) problems.add(problem)
      const shown = typing.shownOf(row)
      const isTouched = row.changedBy !== null || shown !== row
      const values = tableValuesFor(shown, isTouched, line.values)
      if (Object.keys(values).length > 0) typing.typeInto(ingestId, [rowId], values)
    }
    return { count: meant.length, problems: [...problems], left }
  }

  /** Does something with the import as it stands now. */
  const act = async (path: (ingestId: string) => string, bodyOf: () => object) => {
    setFailure('')
    if (!(await typing.write())) return
    try {
      const { data } = await api.post<{ data: Ingest }>(path(id), bodyOf())
      await keep(data)
    } catch (error) {
      setFailure(messageOf(error))
      await query.refetch()
    }
  }

  /** Does something with rows as they stand now. */
  const actOn = (path: (ingestId: string) => string, rowIds: readonly string[]) =>
    act(path, () => ({
      rows: known(id)
        .filter(row => rowIds.includes(row.id))
        .map(row => ({ id: row.id, version: row.version })),
    }))

  const speaking = useRowWarnings(id, query.data?.rows ?? [])

  return {
    query,
    failure,
    setFailure,
    ...speaking,
    rows: typing.rows,
    typing,
    sendings: sending.sendings,
    add,
    describe,
    /** Whether files may still come out of an archive that is sent or opened. */
    isArchiveComing(ingestId: string) {
      const now = queryClient.getQueryData<Ingest>(ingestKey(ingestId))
      return isOpening(now) || isSendingArchive(now)
    },
    archives,
    remove: (ids: readonly string[]) => actOn(apiPaths.ingestRemovals, ids),
    join: (ids: readonly string[]) => actOn(apiPaths.ingestJoinings, ids),
    part: (ids: readonly string[]) => actOn(apiPaths.ingestPartings, ids),
    openArchive: (rowId: string) => actOn(apiPaths.ingestOpenings, [rowId]),
    replaceByPages: (rowId: string, file: string, pictures: string[]) =>
      act(apiPaths.ingestPages, () => ({
        row: { id: rowId, version: known(id).find(row => row.id === rowId)?.version },
        file,
        pictures,
      })),
    closeArchive: (archive: string) => act(apiPaths.ingestClosings, () => ({ archive })),
    /** The rows as the server has them now. */
    current: () => known(id),
  }
}

export type OpenIngest = ReturnType<typeof useIngest>
