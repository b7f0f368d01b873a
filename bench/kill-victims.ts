import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DetailedError, Upload } from 'tus-js-client'
import { apiPaths, operatorPaths } from '#contract/paths.ts'
import { noteInput } from '#test/factories.ts'
import { createFaultCounts } from './fault-counts.ts'
import type { FaultCounts } from './fault-counts.ts'
import { isFault, refusal, signIn, writeLargePdf } from './upload-server.ts'
import type { Staff } from './upload-server.ts'

/** Each request comes from somebody else, as behind a proxy that says so: the limits of one address are not asked here. */
function someAddress(): { 'x-forwarded-for': string } {
  const part = () => Math.floor(Math.random() * 255)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** What was acknowledged, by what it is. */
interface Counts {
  records: number
  changes: number
  deletions: number
  uploads: number
  uploadsInPieces: number
  archives: number
  batches: number
  signIns: number
  signOuts: number
}

interface Given {
  directory: string
  archive: string
  /** Between two acts of one of them. */
  pauseMs?: number
}

/** Those who work while the server is killed, and who remember what they were told. */
export interface Victims {
  counts: Counts
  /** What was acknowledged and is not so. */
  losses: FaultCounts
  /** What was refused without a reason that a server which is there may have, and what could not be looked at. */
  refusals: FaultCounts
  /** Works until the server dies under them. */
  work(address: string, staff: Staff): Promise<void>
  /** Resolves when so much more was acknowledged, or after so long. */
  untilAcknowledged(more: number, longestMs: number): Promise<void>
  /** Of which kinds nothing was acknowledged: nothing can be said about them. */
  neverAcknowledged(): string[]
  /** Looks whether what was acknowledged since the last look is as it was; at the last look, whether everything is. */
  judge(address: string, staff: Staff, isLast?: boolean): Promise<void>
}

const isServing = (address: string) =>
  fetch(address + operatorPaths.live).then(
    answer => answer.ok,
    () => false,
  )

const againAfterMs = 250
const longestLookMs = 60_000
const inBatch = 6
const shortestPdf = 20_000
const chunkSize = 128 * 1024

/** Opens the memory of what was acknowledged. */
export function createVictims({ directory, archive, pauseMs = 0 }: Given): Victims {
  const counts: Counts = {
    records: 0,
    changes: 0,
    deletions: 0,
    uploads: 0,
    uploadsInPieces: 0,
    archives: 0,
    batches: 0,
    signIns: 0,
    signOuts: 0,
  }
  const losses = createFaultCounts()
  const refusals = createFaultCounts()
  /** The title of each record, by its id; several where a change was under way. */
  const titles = new Map<string, Set<string>>()
  /** Written since the last look. */
  const touched = new Set<string>()
  const deleted = new Set<string>()
  /** Being deleted when the server died: there or not. */
  const doubtful = new Set<string>()
  let together: string[] = []
  let teachers = new Set<string>()
  const results = new Set<string>()
  let sessions: { cookie: string; isLive: boolean }[] = []
  let made = 0

  const headersOf = ({ cookie, csrfToken }: Staff) => ({
    cookie,
    'x-csrf-token': csrfToken,
    ...someAddress(),
  })

  async function call(address: string, staff: Staff, method: string, target: string, body?: object) {
    const answer = await fetch(address + target, {
      method,
      headers: { ...headersOf(staff), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw refusal(`${method} ${target}`, answer.status, text)
    return (text === '' ? {} : JSON.parse(text)) as { data: { id: string; version: number } }
  }

  function newPdf(): string {
    made += 1
    const file = path.join(directory, `${made}.pdf`)
    writeLargePdf(file, shortestPdf + Math.floor(Math.random() * 500_000))
    return file
  }

  async function uploadWhole(address: string, staff: Staff, file: string, kind: string): Promise<string> {
    const form = new FormData()
    form.append('kind', kind)
    form.append('files', new Blob([new Uint8Array(fs.readFileSync(file))]), path.basename(file))
    const answer = await fetch(address + apiPaths.filesNew, {
      method: 'POST',
      body: form,
      headers: headersOf(staff),
    })
    if (!answer.ok) throw refusal(`POST ${apiPaths.filesNew}`, answer.status, await answer.text())
    const { files } = (await answer.json()) as { files: { file: { url: string } }[] }
    counts.uploads += 1
    return files[0]?.file.url ?? ''
  }

  async function uploadInPieces(address: string, staff: Staff, file: string): Promise<string> {
    const url = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(fs.createReadStream(file), {
        endpoint: address + apiPaths.uploads,
        uploadSize: fs.statSync(file).size,
        chunkSize,
        retryDelays: null,
        metadata: { name: 'ملزمة.pdf', kind: 'pdf' },
        headers: headersOf(staff),
        onSuccess: () => resolve(upload.url ?? ''),
        onError: error => {
          const answer = error instanceof DetailedError ? error.originalResponse : null
          if (answer === null) reject(error)
          else reject(refusal(apiPaths.uploads, answer.getStatus(), answer.getBody()))
        },
      })
      upload.start()
    })
    const answer = await fetch(address + apiPaths.uploadResult(url.split('/').at(-1) ?? ''), {
      headers: headersOf(staff),
    })
    if (!answer.ok) throw refusal('What an upload became', answer.status, await answer.text())
    counts.uploadsInPieces += 1
    return ((await answer.json()) as { file: { url: string } }).file.url
  }

  const noteWith = (title: string, more: object = {}) => noteInput({ title, ...more })

  /** What the last kill has cut: nobody goes on with it, and a person may leave only so many behind. */
  async function dropUnfinished(address: string, staff: Staff): Promise<void> {
    const answer = await fetch(address + apiPaths.uploads, { headers: headersOf(staff) })
    if (!answer.ok) throw refusal(`GET ${apiPaths.uploads}`, answer.status, await answer.text())
    const { uploads } = (await answer.json()) as { uploads: { id: string }[] }
    for (const { id } of uploads) {
      const headers = { ...headersOf(staff), 'tus-resumable': '1.0.0' }
      const target = `${apiPaths.uploads}/${id}`
      const gone = await fetch(address + target, { method: 'DELETE', headers })
      if (!gone.ok) throw refusal(`DELETE ${target}`, gone.status, await gone.text())
    }
  }

  async function writeRecords(address: string, staff: Staff, upload: typeof uploadInPieces): Promise<never> {
    for (;;) {
      await wait(pauseMs)
      const file = newPdf()
      const directLink = await upload(address, staff, file)
      fs.rmSync(file)
      const title = `ملزمة ${made}`
      const { data } = await call(address, staff, 'POST', apiPaths.notes, noteWith(title, { directLink }))
      titles.set(data.id, new Set([title]))
      touched.add(data.id)
      counts.records += 1
      const next = `${title} مصححة`
      titles.set(data.id, new Set([title, next]))
      await call(address, staff, 'PUT', `${apiPaths.notes}/${data.id}`, noteWith(next, { directLink }))
      titles.set(data.id, new Set([next]))
      counts.changes += 1
      const [oldest] = titles.keys()
      if (Math.random() > 0.3 || oldest === undefined || doubtful.has(oldest)) continue
      doubtful.add(oldest)
      touched.add(oldest)
      await call(address, staff, 'DELETE', `${apiPaths.notes}/${oldest}`)
      doubtful.delete(oldest)
      titles.delete(oldest)
      deleted.add(oldest)
      counts.deletions += 1
    }
  }

  async function changeTogether(address: string, staff: Staff): Promise<never> {
    while (together.length < inBatch) {
      const { data } = await call(address, staff, 'POST', apiPaths.notes, noteWith(`معاً ${together.length}`))
      together = [...together, data.id]
    }
    for (;;) {
      await wait(pauseMs)
      const records = []
      for (const id of together) {
        const { data } = await call(address, staff, 'GET', `${apiPaths.notes}/${id}`)
        records.push({ id, version: data.version })
      }
      const teacher = `مدرس ${Date.now()}`
      teachers = new Set([...teachers, teacher])
      await call(address, staff, 'POST', apiPaths.batchOf(apiPaths.notes), {
        action: 'change',
        records,
        values: { teacher },
      })
      teachers = new Set([teacher])
      counts.batches += 1
    }
  }

  async function signInAndOut(address: string): Promise<never> {
    for (;;) {
      await wait(pauseMs)
      const staff = await signIn(address, someAddress())
      const session = { cookie: staff.cookie, isLive: true }
      sessions.push(session)
      counts.signIns += 1
      if (Math.random() < 0.5) continue
      /* Under way: whether it is over is known when it is acknowledged. */
      sessions = sessions.filter(one => one !== session)
      await call(address, staff, 'POST', apiPaths.logout, {})
      sessions.push({ ...session, isLive: false })
      counts.signOuts += 1
    }
  }

  /** Does a work, and again whenever it was refused, until the server is gone. */
  async function goOn(address: string, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (isFault(error)) refusals.add('a write was refused', String(error))
      }
      await wait(againAfterMs)
      if (!(await isServing(address))) return
    }
  }

  async function publishArchive(address: string, staff: Staff): Promise<void> {
    const directLink = await uploadWhole(address, staff, archive, 'zip')
    const place = { city: 'البصرة', stage: 'SIXTH_PREPARATORY', branch: 'SCIENTIFIC', try: 1 }
    const body = { ...place, releaseYear: 2012 + (results.size % 14), keywords: ['نتائج'], directLink }
    const { data } = await call(address, staff, 'POST', apiPaths.results, body)
    results.add(data.id)
    counts.archives += 1
  }

  /** Asks until it is answered: a busy server that says to come back has lost nothing. Errors: throws when it goes on. */
  async function look(address: string, target: string, headers: Record<string, string>): Promise<Response> {
    for (const until = Date.now() + longestLookMs; ; await wait(againAfterMs)) {
      const answer = await fetch(address + target, { headers: { ...headers, ...someAddress() } })
      if (answer.status !== 503) return answer
      await answer.arrayBuffer()
      if (Date.now() > until) throw refusal(`GET ${target}`, 503, 'for too long to look at it')
    }
  }

  async function read(address: string, staff: Staff, target: string) {
    const answer = await look(address, target, { cookie: staff.cookie })
    const body = (await answer.json()) as { data?: Record<string, unknown> }
    return { status: answer.status, data: body.data }
  }

  return {
    counts,
    losses,
    refusals,
    async work(address, staff) {
      const works = [
        () => writeRecords(address, staff, (to, who, file) => uploadWhole(to, who, file, 'pdf')),
        async () => {
          await dropUnfinished(address, staff)
          await writeRecords(address, staff, uploadInPieces)
        },
        () => changeTogether(address, staff),
        () => signInAndOut(address),
        () => publishArchive(address, staff),
      ]
      await Promise.all(works.map(work => goOn(address, work)))
    },
    neverAcknowledged: () => Object.entries(counts).flatMap(([what, count]) => (count === 0 ? what : [])),
    async untilAcknowledged(more, longestMs) {
      const sum = () => Object.values(counts).reduce((total, count) => total + count, 0)
      const enough = sum() + more
      for (const until = Date.now() + longestMs; sum() < enough && Date.now() < until;) await wait(20)
    },
    async judge(address, staff, isLast = false) {
      for (const [id, possible] of titles) {
        if (!isLast && !touched.has(id)) continue
        const { status, data } = await read(address, staff, `${apiPaths.notes}/${id}`)
        if (doubtful.has(id) && status === 404) titles.delete(id)
        else if (status !== 200 || !possible.has(String(data?.['title']))) {
          losses.add(
            'a record is not as it was acknowledged',
            `${id}: ${status} ${String(data?.['title'])}, not ${[...possible].join(' or ')}`,
          )
        } else titles.set(id, new Set([String(data?.['title'])]))
      }
      doubtful.clear()
      touched.clear()
      for (const id of [...deleted].slice(-10)) {
        const { status } = await read(address, staff, `${apiPaths.notes}/${id}`)
        if (status !== 404) losses.add('a deleted record is back', `${id}: ${status}`)
      }
      const found = new Set<string>()
      for (const id of together) {
        const { data } = await read(address, staff, `${apiPaths.notes}/${id}`)
        found.add(String(data?.['teacher']))
      }
      if (found.size > 1) losses.add('half a batch', [...found].join(', '))
      const [teacher = ''] = found
      if (counts.batches > 0 && !teachers.has(teacher)) losses.add('a batch was lost', teacher)
      if (counts.batches > 0) teachers = found
      for (const { cookie, isLive } of sessions) {
        const { status } = await look(address, apiPaths.me, { cookie })
        if ((status === 200) !== isLive)
          losses.add(`a session that ${isLive ? 'lives is gone' : 'has ended is back'}`, String(status))
      }
      sessions = []
      for (const id of results) {
        const { status } = await read(address, staff, apiPaths.resultSheets(id))
        if (status !== 200) losses.add('a result is gone', `${id}: ${status}`)
      }
    },
  }
}
