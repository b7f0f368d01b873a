import { useEffect, useRef, useState } from 'react'
import { hasBranches, type MinisterialGradeCode } from '#contract/codes/grades.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Proposal, ResultBatchAnswer, ResultChecksAnswer } from '#contract/resources/release.ts'
import type { Warning } from '#contract/resources/warning.ts'
import { api, isAnswerLost, isApiError, messageOf } from '#web/api-client.ts'
import { logFailure } from '../parts/log-failure.ts'
import { dropDraft, findDraft, keepDraft, randomWord } from '../standard/draft.ts'
import { leaveTransfer, startTransfer } from '../uploads/transfer.ts'
import type { Transfer } from '../uploads/transfer-types.ts'
import { openAddedElsewhere, type AddedElsewhere } from './added-elsewhere.ts'

/** Where results without a branch are chosen; '' is "not chosen yet". */
export const noBranch = 'NONE'

/** A dropped archive on its way to be a result. Shape: choices as their selects hold them, '' for none. */
export interface ArchiveRow {
  id: string
  name: string
  size: number
  stage: MinisterialGradeCode
  city: string
  branch: string
  try: string
  releaseYear: string
  /** What was only guessed. */
  doubts: string[]
  /** Whether the names in it were read: `failed` waits for people, or for the next try. */
  inside: 'asking' | 'read' | 'failed'
  /** Why it could not be opened; '' where it was, or nothing is known. */
  insideFailure: string
  /** The city that most names in it say; '' where they say none. */
  insideCity: string
  /** Its address when it has arrived. */
  url: string
  sentBytes: number
  /** Why it does not go on: `cut` by a reload, or a sentence. */
  failure: string
  isWaiting: boolean
  warnings: Warning[]
  /** Its warnings were seen, and it is added anyway. */
  isAccepted: boolean
  replaces: { id: string; version: number } | null
}

/** The release that dropped archives are for unless their names say otherwise. */
export interface RoomPlace {
  stage: MinisterialGradeCode
  releaseYear: number
  try: number
}

const draftName = 'release'
const cut = 'انقطع الرفع. أفلت الملف مرة أخرى: يكمل من حيث توقف.'

/** What is still to be chosen before a row has a place in a release; '' for nothing. */
export function lackOfPlace(row: ArchiveRow): string {
  if (row.city === '') return 'اختر المدينة'
  return row.branch === '' && hasBranches(row.stage) ? 'اختر الفرع' : ''
}

/** What a row lacks before it can be added; '' for nothing. */
export function lackOf(row: ArchiveRow): string {
  if (row.url !== '' && row.inside === 'asking') return 'تُقرأ أسماؤه'
  const placeLack = lackOfPlace(row)
  if (placeLack !== '') return placeLack
  if (row.url === '') return row.failure === '' ? 'يُرفع' : row.failure
  const isSound = row.warnings.length === 0 && row.inside === 'read' && !isOtherInside(row)
  const isDecided = isSound || row.isAccepted || row.replaces !== null
  return isDecided ? '' : 'ينتظر قرارك'
}

/** Whether what is in an archive says another city than the chosen one. */
export const isOtherInside = ({ city, insideCity }: ArchiveRow): boolean =>
  insideCity !== '' && city !== '' && insideCity !== city

/** Whether two rows would be the same result. */
export function isSamePlace(one: ArchiveRow, other: ArchiveRow): boolean {
  const keyOf = ({ stage, city, branch, try: round, releaseYear }: ArchiveRow) =>
    [stage, city, branch, round, releaseYear].join('|')
  return one.id !== other.id && one.city !== '' && keyOf(one) === keyOf(other)
}

function inputOf(row: ArchiveRow) {
  return {
    city: row.city,
    stage: row.stage,
    branch: hasBranches(row.stage) && row.branch !== noBranch && row.branch !== '' ? row.branch : null,
    try: Number(row.try),
    releaseYear: Number(row.releaseYear),
    keywords: [`نتائج ${row.city}`],
    directLink: row.url,
  }
}

function rowOf(file: File, room: RoomPlace, said: Proposal | undefined): ArchiveRow {
  const doubts: string[] = []
  if (!said?.city) doubts.push('city')
  if (hasBranches(room.stage) && !said?.branch) doubts.push('branch')
  if ((said?.try ?? room.try) !== room.try) doubts.push('try')
  if ((said?.releaseYear ?? room.releaseYear) !== room.releaseYear) doubts.push('releaseYear')
  return {
    id: randomWord(),
    name: file.name,
    size: file.size,
    stage: room.stage,
    city: said?.city ?? said?.cities[0] ?? '',
    branch: said?.branch ?? '',
    try: String(said?.try ?? room.try),
    releaseYear: String(said?.releaseYear ?? room.releaseYear),
    doubts,
    inside: 'asking',
    insideFailure: '',
    insideCity: '',
    url: '',
    sentBytes: 0,
    failure: '',
    isWaiting: false,
    warnings: [],
    isAccepted: false,
    replaces: null,
  }
}

/**
 * A row with what the names in its archive say, where nobody has chosen since. What was decided before they said something
 * else is open again.
 */
function withInside(row: ArchiveRow, said: Proposal | undefined): ArchiveRow {
  const insideFailure = said?.inside.failure ?? ''
  if (!said || insideFailure !== '') return { ...row, inside: 'failed', insideFailure }
  const { city, branch, isCitySure } = said.inside
  const isOpen = (field: 'city' | 'branch') => row.doubts.includes(field)
  const next: ArchiveRow = {
    ...row,
    inside: 'read',
    insideFailure,
    insideCity: isCitySure && city !== null ? city : '',
    city: isOpen('city') && city !== null ? city : row.city,
    branch: isOpen('branch') && branch !== null && hasBranches(row.stage) ? branch : row.branch,
  }
  const isAsBefore = next.city === row.city && next.branch === row.branch && !isOtherInside(next)
  return isAsBefore ? next : { ...next, isAccepted: false, replaces: null }
}

interface KeptRows {
  rows: ArchiveRow[]
}

function keptRows(): ArchiveRow[] {
  const rows = findDraft<KeptRows>(draftName)?.values.rows ?? []
  return rows.map(row => ({
    ...row,
    // Kept by a site that did not look at the names of every archive.
    insideCity: (row as Partial<ArchiveRow>).insideCity ?? '',
    insideFailure: (row as Partial<ArchiveRow>).insideFailure ?? '',
    inside: (row as Partial<ArchiveRow>).inside === 'read' ? 'read' : 'asking',
    ...(row.url === '' && { failure: cut, isWaiting: false }),
  }))
}

/** The archives that were dropped and are not results yet: sent, proposed, checked, kept across reloads. Source: S13.5. */
export function useArchives() {
  const [rows, setRows] = useState<ArchiveRow[]>(keptRows)
  const [isKept, setIsKept] = useState(true)
  const [failure, setFailure] = useState('')
  const [readFailure, setReadFailure] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [tries, setTries] = useState(0)
  const key = useRef(findDraft<KeptRows>(draftName)?.key ?? randomWord())
  const latest = useRef(rows)
  latest.current = rows
  const running = useRef(new Map<string, Transfer>())
  const queue = useRef<{ id: string; file: File }[]>([])
  const isGone = useRef(false)
  const otherWindows = useRef<AddedElsewhere>(undefined)

  const change = (id: string, part: Partial<ArchiveRow>) =>
    setRows(now => now.map(row => (row.id === id ? { ...row, ...part } : row)))

  useEffect(() => {
    if (rows.length === 0) dropDraft(draftName)
    else {
      const kept = rows.map(row => ({ ...row, sentBytes: 0 }))
      setIsKept(keepDraft<KeptRows>(draftName, { values: { rows: kept }, title: '', key: key.current }))
    }
  }, [rows])

  const sendNext = () => {
    while (running.current.size < limits.archivesSentAtOnce) {
      const next = queue.current.shift()
      if (!next) return
      send(next.id, next.file)
    }
  }

  const send = (id: string, file: File) => {
    const transfer = startTransfer(file, {
      kind: 'zip',
      onProgress: sentBytes => change(id, { sentBytes, isWaiting: false }),
      onWait: () => change(id, { isWaiting: true }),
    })
    running.current.set(id, transfer)
    const settle = (part: Partial<ArchiveRow>) => {
      if (running.current.get(id) !== transfer) return false
      running.current.delete(id)
      change(id, { ...part, isWaiting: false })
      sendNext()
      return true
    }
    transfer.done.then(
      ({ url }) => {
        if (settle({ url, failure: '' })) void lookInside(id, url)
      },
      (error: unknown) => {
        if (settle({ failure: `${messageOf(error)} أفلت الملف مرة أخرى.` }))
          logFailure('The archive could not be sent', error)
      },
    )
  }

  useEffect(() => {
    const transfers = running.current
    isGone.current = false
    return () => {
      isGone.current = true
      queue.current = []
      for (const transfer of transfers.values()) leaveTransfer(transfer)
      transfers.clear()
    }
  }, [])

  useEffect(() => {
    const opened = openAddedElsewhere(ids => setRows(now => now.filter(({ id }) => !ids.has(id))))
    otherWindows.current = opened
    return () => opened?.close()
  }, [])

  /* What the name of the file leaves open is proposed from the names in it; where they contradict it, that is said. */
  const lookInside = async (id: string, url: string) => {
    const row = latest.current.find(one => one.id === id)
    if (!row) return
    const [said] = await propose([row.name], row, [url])
    setRows(now => now.map(one => (one.id === id ? withInside(one, said) : one)))
  }

  const readAgain = (id: string) => {
    const url = latest.current.find(row => row.id === id)?.url ?? ''
    if (url === '') return
    change(id, { inside: 'asking' })
    void lookInside(id, url)
  }

  const propose = async (
    names: string[],
    { stage }: Pick<RoomPlace, 'stage'>,
    addresses?: string[],
  ): Promise<Proposal[]> => {
    try {
      const { data } = await api.post<{ data: { proposals: Proposal[] } }>(apiPaths.resultProposals, {
        stage,
        names,
        addresses,
      })
      setReadFailure('')
      return data.proposals
    } catch (error) {
      setReadFailure(`تعذرت قراءة أسماء الملفات. اختر المدن بنفسك. ${messageOf(error)}`)
      return []
    }
  }

  useEffect(() => {
    const lookIntoKept = async () => {
      for (const { id, url, inside } of latest.current)
        if (url !== '' && inside === 'asking' && !isGone.current) await lookInside(id, url)
    }
    void lookIntoKept()
  }, [])

  const add = async (files: File[], room: RoomPlace) => {
    const fresh: File[] = []
    for (const file of files) {
      const known = latest.current.find(row => row.name === file.name && row.size === file.size)
      if (!known) fresh.push(file)
      else if (known.url === '' && !running.current.has(known.id)) {
        change(known.id, { failure: '' })
        queue.current.push({ id: known.id, file })
      }
    }
    if (fresh.length > 0) {
      const said = await propose(
        fresh.map(({ name }) => name),
        room,
      )
      if (isGone.current) return
      const added = fresh.map((file, index) => rowOf(file, room, said[index]))
      setRows(now => [...now, ...added])
      queue.current.push(...fresh.flatMap((file, index) => ({ id: added[index]?.id ?? '', file })))
    }
    sendNext()
  }

  /* What is asked again when a choice or an address changes. */
  const asked = JSON.stringify(rows.map(row => [row.id, inputOf(row)]))
  useEffect(() => {
    const sent = latest.current.filter(row => row.url !== '' && row.city !== '')
    if (sent.length === 0) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const body = { results: sent.map(inputOf) }
      api.post<{ data: ResultChecksAnswer }>(apiPaths.resultChecks, body, { signal: stop.signal }).then(
        ({ data }) =>
          setRows(now =>
            now.map(row => {
              const place = sent.findIndex(({ id }) => id === row.id)
              return place < 0 ? row : { ...row, warnings: data.warnings[place] ?? [] }
            }),
          ),
        (error: unknown) => {
          // Without an answer the addition goes on, as in the form of one result.
          if (!stop.signal.aborted) logFailure('The archives could not be checked', error)
        },
      )
    }, 200)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, tries])

  const take = (id: string) => {
    queue.current = queue.current.filter(one => one.id !== id)
    const transfer = running.current.get(id)
    running.current.delete(id)
    transfer?.cancel()
    setRows(now => now.filter(row => row.id !== id))
    sendNext()
  }

  const ready = rows.filter(
    row => lackOf(row) === '' && (row.isAccepted || !rows.some(other => isSamePlace(row, other))),
  )

  /** Adds what is ready; shape: how many, 0 when it failed, and the screen says why. */
  const save = async (): Promise<number> => {
    if (ready.length === 0) return 0
    setIsAdding(true)
    setFailure('')
    setReadFailure('')
    try {
      const results = ready.map(row => ({ ...inputOf(row), ...(row.replaces && { replaces: row.replaces }) }))
      await api.post<{ data: ResultBatchAnswer }>(apiPaths.resultBatch, { results }, { key: key.current })
      key.current = randomWord()
      const added = ready.map(({ id }) => id)
      setRows(now => now.filter(({ id }) => !added.includes(id)))
      otherWindows.current?.tell(added)
      return ready.length
    } catch (error) {
      // What an earlier try has added, whose answer was lost, is found by the check now.
      if (isApiError(error) && error.code === 'key_used') key.current = randomWord()
      setTries(now => now + 1)
      setFailure(sentenceOf(error, ready))
      return 0
    } finally {
      setIsAdding(false)
    }
  }

  return {
    rows,
    ready,
    isKept,
    isAdding,
    failure: failure || readFailure,
    add: (files: File[], room: RoomPlace) => void add(files, room),
    change,
    take,
    readAgain,
    save,
  }
}

export type Archives = ReturnType<typeof useArchives>

function sentenceOf(error: unknown, sent: readonly ArchiveRow[]): string {
  const fields = isApiError(error) ? error.fields : {}
  const told = Object.entries(fields).flatMap(([field, message]) => {
    const name = sent[Number(/^results\.(\d+)\./.exec(field)?.[1])]?.name
    return name === undefined ? [] : [`«${name}»: ${message}`]
  })
  const known = isAnswerLost(error)
    ? [messageOf(error), 'ربما أُضيفت النتائج، ولا تُضاف مرتين.']
    : ['لم يُضف شيء.', messageOf(error)]
  return [...known, ...told].join(' ')
}
