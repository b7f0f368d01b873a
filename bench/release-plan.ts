import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import yazl from 'yazl'
import { buffer } from 'node:stream/consumers'
import { makeNumberSheet } from './number-sheets.ts'
import type { ServerProcess, Staff } from './upload-server.ts'

/** The stage of everything that is announced here. */
export const stage = 'SIXTH_PREPARATORY'
export const citiesOfGroup = ['البصرة', 'كركوك', 'بابل'] as const
export const sheetsPerArchive = 2
export const numbersPerSheet = 20
const scan = fileURLToPath(new URL('../test/fixtures/sheets/scan-latn.pdf', import.meta.url))

/** The results of one year and round, which are shown and hidden together. */
export interface Group {
  releaseYear: number
  try: number
  ids: string[]
  /** Exam numbers of each of its cities. */
  numbers: string[][]
  /** Sheets of its archives, in the order of the results. */
  sheets: number[]
  /** When it may have become public at the earliest; infinity while it may not be. */
  shownFrom: number
  /** Since when it must be gone for everybody. */
  hiddenSince: number
  /** What it may be: more than one where a kill came before the answer. */
  states: Set<'draft' | 'published'>
  /** How often its records may have been shown and hidden at most, and were at least. */
  changes: { most: number; least: number }
}

/** A year and round that no other group has. */
export function newGroup(at: number): Group {
  return {
    releaseYear: 2001 + (at % 25),
    try: 1 + Math.floor(at / 25),
    ids: [],
    numbers: [],
    sheets: [],
    shownFrom: Infinity,
    hiddenSince: -Infinity,
    states: new Set(['draft']),
    changes: { most: 0, least: 0 },
  }
}

/** An archive of one city: sheets with text, one of the first city that is a picture, and a file that is broken. */
export async function makeArchive(
  group: Group,
  city: number,
  mark: string,
): Promise<{ zip: Buffer; numbers: string[]; sheets: number }> {
  const archive = new yazl.ZipFile()
  const numbers: string[] = []
  const base = ((group.releaseYear - 2000) * 10 + group.try) * 1_000_000 + (city + 1) * 10_000
  for (let sheet = 0; sheet < sheetsPerArchive; sheet += 1) {
    const own = Array.from({ length: numbersPerSheet }, (_, row) => String(base + sheet * 1000 + row * 7))
    numbers.push(...own)
    archive.addBuffer(await makeNumberSheet(own, `${mark} ${sheet}`), `إعدادية ${mark} ${sheet + 1}.pdf`)
  }
  const hasScan = city === 0
  if (hasScan)
    archive.addBuffer(Buffer.concat([fs.readFileSync(scan), Buffer.from(`\n% ${mark}\n`)]), 'مدرسة مصورة.pdf')
  archive.addBuffer(Buffer.from('not a PDF at all'), 'ورقة تالفة.pdf')
  archive.end()
  return { zip: await buffer(archive.outputStream), numbers, sheets: sheetsPerArchive + (hasScan ? 1 : 0) }
}

/** A call of staff; undefined when no answer came. Errors: an answer that refuses. */
export async function call<Answer>(
  server: ServerProcess,
  staff: Staff,
  url: string,
  init: RequestInit = {},
): Promise<Answer | undefined> {
  const headers = { ...init.headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken }
  let text: string
  let answer: Response
  try {
    answer = await fetch(server.address + url, { ...init, headers })
    text = await answer.text()
  } catch {
    return undefined
  }
  if (answer.status === 503) return undefined
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}

/** A call with a body in JSON. */
export function post<Answer>(
  server: ServerProcess,
  staff: Staff,
  url: string,
  body: object,
): Promise<Answer | undefined> {
  const headers = { 'content-type': 'application/json' }
  return call<Answer>(server, staff, url, { method: 'POST', headers, body: JSON.stringify(body) })
}
