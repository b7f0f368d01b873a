import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { Upload } from 'tus-js-client'
import { limits } from '#contract/limits.ts'
import { openDatabase } from '#server/base/db/open.ts'
import { createFilesService } from '#server/files/files.service.ts'
import { sweepFiles } from '#server/files/housekeeping.ts'
import { sweepIncoming } from '#server/files/receive.ts'
import { scrubFiles } from '#server/files/scrub.ts'
import { signIn, startServer, writeLargePdf } from './upload-server.ts'
import type { Staff } from './upload-server.ts'

/**
 * Kills the server with SIGKILL while files come in and records are saved, changed and deleted, then looks whether
 * a record refers to a missing or broken file, an acknowledged record is lost, or anything stays behind for ever.
 * Usage: node bench/upload-kills.ts [KILLS]. Exit code 1 when something is wrong.
 */
const kills = Number(process.argv[2] ?? 40)
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-bench-'))
const dataDir = path.join(directory, 'data')
const saved = new Set<string>()
const counts = { uploads: 0, resumable: 0, saves: 0, deletes: 0 }
let made = 0

function newPdf(): string {
  made += 1
  const file = path.join(directory, `${made}.pdf`)
  writeLargePdf(file, 20_000 + Math.floor(Math.random() * 3_000_000))
  return file
}

async function uploadWhole(address: string, staff: Staff, file: string): Promise<string> {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(fs.readFileSync(file))]), 'ملزمة.pdf')
  const answer = await fetch(`${address}/api/files/new`, {
    method: 'POST',
    body: form,
    headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  if (!answer.ok) throw new Error(await answer.text())
  counts.uploads += 1
  const { files } = (await answer.json()) as { files: { file: { url: string } }[] }
  return files[0]?.file.url ?? ''
}

async function uploadInPieces(address: string, staff: Staff, file: string): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(fs.createReadStream(file), {
      endpoint: `${address}/api/files/uploads`,
      uploadSize: fs.statSync(file).size,
      chunkSize: 512 * 1024,
      retryDelays: null,
      metadata: { name: 'ملزمة.pdf', kind: 'pdf' },
      headers: { cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    })
    upload.start()
  })
  const result = await fetch(`${address}/api/files/uploads/${url.split('/').at(-1)}/result`, {
    headers: { cookie: staff.cookie },
  })
  if (!result.ok) throw new Error(await result.text())
  counts.resumable += 1
  return ((await result.json()) as { file: { url: string } }).file.url
}

async function write(address: string, staff: Staff, method: string, target: string, body?: object) {
  const answer = await fetch(`${address}${target}`, {
    method,
    headers: {
      cookie: staff.cookie,
      'x-csrf-token': staff.csrfToken,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { data: { id: string } }
}

function noteWith(directLink: string): object {
  return {
    title: 'ملزمة',
    teacher: 'مدرس',
    subject: 'MATH',
    stage: 'THIRD_INTERMEDIATE',
    releaseYear: 2026,
    keywords: ['ملزمة'],
    directLink,
  }
}

/** Works until the server dies under it. */
async function work(address: string, staff: Staff, inPieces: boolean): Promise<void> {
  for (;;) {
    const file = newPdf()
    const link = await (inPieces ? uploadInPieces : uploadWhole)(address, staff, file)
    fs.rmSync(file)
    const { data } = await write(address, staff, 'POST', '/api/malazimas', noteWith(link))
    saved.add(data.id)
    counts.saves += 1
    if (Math.random() < 0.3) {
      const [oldest] = saved
      if (oldest === undefined) continue
      saved.delete(oldest)
      await write(address, staff, 'DELETE', `/api/malazimas/${oldest}`)
      counts.deletes += 1
    }
  }
}

for (let kill = 0; kill < kills; kill += 1) {
  const server = await startServer(dataDir)
  const staff = await signIn(server.address)
  const workers = [false, false, true].map(inPieces =>
    work(server.address, staff, inPieces).catch(() => undefined),
  )
  await wait(100 + Math.random() * 1500)
  await server.kill()
  await Promise.all(workers)
}

const database = await openDatabase({ dataDir })
const files = await createFilesService({
  database,
  config: { dataDir, objectStore: undefined, siteUrl: undefined },
  log: pino({ level: 'silent' }),
  keepsHouse: false,
})
const leftIncoming = fs.readdirSync(files.parts.incoming).length
const notes = await database.kysely.selectFrom('notes').select(['id', 'directLink']).execute()
const links = notes.map(note => note.directLink ?? '')
const facts = await files.factsOf(links)
const broken = links.filter(link => !facts.has(link)).length
const lost = [...saved].filter(id => !notes.some(note => note.id === id)).length
const soundness = await scrubFiles(files.parts)
const damaged = soundness.findings.filter(finding => finding.damage !== 'orphaned').length

await sweepIncoming(files.parts.incoming, 0)
const later = new Date(Date.now() + limits.uploadExpiryMs + limits.orphanGraceMs + limits.unusedFileGraceMs)
await database.kysely
  .updateTable('uploads')
  .set({ expiresAt: new Date(0) })
  .execute()
const swept = await sweepFiles(files.parts, true, later)
const after = await scrubFiles(files.parts, undefined, later)
const leftAfter = fs.readdirSync(files.parts.incoming).length + after.findings.length
await files.close()
await database.close()
fs.rmSync(directory, { recursive: true, force: true })

console.log(`${kills} kills; done before them: ${JSON.stringify(counts)}`)
console.log(`${notes.length} records: ${broken} without their file, ${lost} acknowledged ones lost`)
console.log(
  `${soundness.checked} files: ${damaged} missing or rotten; ${leftIncoming} temporary files waited for the sweep`,
)
console.log(`swept: ${JSON.stringify(swept)}; left after it: ${leftAfter}`)
process.exitCode = broken + lost + damaged + leftAfter === 0 && counts.saves > 0 ? 0 : 1
