import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ArchivedSchool } from './school-archive.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

const stage = 'SIXTH_PREPARATORY'

/** A sheet of the published archive. */
export interface ListedSheet {
  id: string
  school: string
}

async function call<Answer>(server: ServerProcess, staff: Staff, url: string, body: BodyInit, type?: string) {
  const headers = {
    cookie: staff.cookie,
    'x-csrf-token': staff.csrfToken,
    ...(type && { 'content-type': type }),
  }
  const answer = await fetch(server.address + url, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Uploads an archive as a published result of the sixth preparatory grade; answers with its id. */
export async function publishArchive(server: ServerProcess, staff: Staff, file: string): Promise<string> {
  const body = new FormData()
  body.append('kind', 'zip')
  body.append('files', await fs.openAsBlob(file, { type: 'application/zip' }), 'results.zip')
  const { files } = await call<{ files: { file: { url: string } }[] }>(server, staff, '/api/files/new', body)
  const directLink = files[0]?.file.url ?? ''
  const place = { city: 'البصرة', stage, branch: 'SCIENTIFIC', try: 1, releaseYear: 2026 }
  const input = JSON.stringify({ ...place, keywords: ['نتائج'], directLink })
  const { data } = await call<{ data: { id: string } }>(
    server,
    staff,
    '/api/results',
    input,
    'application/json',
  )
  return data.id
}

/** Waits until these schools are there and their numbers can be looked up; answers with their sheets, in order. */
export async function untilRead(
  server: ServerProcess,
  result: string,
  shown: readonly ArchivedSchool[],
): Promise<ListedSheet[]> {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0)
  const sheets: ListedSheet[] = []
  for (const { name } of shown) {
    for (let found: ListedSheet | undefined; !found; await wait(found ? 0 : 500)) {
      const query = `limit=20&search=${encodeURIComponent(name)}`
      const answer = await fetch(`${server.address}/api/results/${result}/sheets?${query}`)
      const { data } = (await answer.json()) as { data: { sheets: ListedSheet[]; state: string } }
      if (data.state === 'failed') throw new Error('The archive could not be opened')
      found = data.sheets.find(sheet => sheet.school === name)
      if (found) sheets.push(found)
    }
  }
  console.log(`opened after ${seconds()} s`)
  for (const number of shown.flatMap(({ numbers }) => numbers.slice(-1))) {
    const body = JSON.stringify({ stage, number })
    const lookup = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    while (!(await fetch(`${server.address}/api/results/lookup`, lookup)).ok) await wait(1000)
  }
  console.log(`those that are visited were read after ${seconds()} s`)
  return sheets
}
