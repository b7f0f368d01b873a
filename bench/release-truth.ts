import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { sql } from 'kysely'
import pino from 'pino'
import { limits } from '#contract/limits.ts'
import type { NumberBucket } from '#contract/resources/lookup.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { ObjectStoreConfig } from '#server/config.ts'
import { hashOfNumber } from '#server/content/results/numbers/number-pack.ts'
import { openPack } from '#server/content/results/numbers/open-pack.ts'
import { createFilesService } from '#server/files/files.service.ts'
import { sweepFiles } from '#server/files/housekeeping.ts'
import { sweepIncoming } from '#server/files/receive.ts'
import { scrubFiles } from '#server/files/scrub.ts'
import { numbersPerSheet } from './release-plan.ts'
import type { Group } from './release-plan.ts'

/** Where a run left its things. */
export interface Place {
  database: OpenDatabase
  dataDirs: readonly string[]
  objectStore: ObjectStoreConfig | undefined
}

/** What archives and their sheets have become. Shape: sentences about what is wrong. */
export async function judgeArchives({ database }: Place, groups: readonly Group[]): Promise<string[]> {
  const wrong: string[] = []
  const db = database.kysely
  for (const group of groups) {
    for (const [city, id] of group.ids.entries()) {
      const name = `${group.releaseYear}-${group.try}/${city}`
      const archive = await db
        .selectFrom('sheetArchives')
        .selectAll()
        .where('resultId', '=', id)
        .executeTakeFirst()
      if (archive?.state !== 'ready') wrong.push(`${name}: the archive is ${archive?.state ?? 'not there'}`)
      const { rows } = await sql<{ isPublic: boolean; problem: string | null; numbers: number | null }>`
        select sheets.is_public as "isPublic", sheets.problem, sheet_readings.numbers
        from sheets left join sheet_readings on sheet_readings.file_id = sheets.file_id
        where result_id = ${id}`.execute(db)
      const shown = rows.filter(row => row.isPublic)
      if (shown.length !== group.sheets[city]) wrong.push(`${name}: ${shown.length} sheets`)
      if (rows.filter(row => row.problem !== null).length !== 1)
        wrong.push(`${name}: the broken file is not told`)
      if (shown.some(row => row.numbers === null)) wrong.push(`${name}: a sheet was not read`)
      const full = shown.filter(row => row.numbers === numbersPerSheet).length
      if (full < (group.numbers[city]?.length ?? 0) / numbersPerSheet)
        wrong.push(`${name}: ${full} sheets have all of their numbers`)
    }
    const states = await db.selectFrom('results').select('state').where('id', 'in', group.ids).execute()
    const found = [...new Set(states.map(row => row.state))]
    const isAllowed = found.length === 1 && [...group.states].some(state => state === found[0])
    if (states.length > 0 && !isAllowed)
      wrong.push(`${group.releaseYear}-${group.try} is ${found.join()}, not ${[...group.states].join('/')}`)
  }
  return wrong
}

/** Whether every job ended, and each opening and each flip was done once. */
export async function judgeJobs({ database }: Place, groups: readonly Group[]): Promise<string[]> {
  const db = database.kysely
  const wrong: string[] = []
  const jobs = await db.selectFrom('jobs').select(['id', 'kind', 'key', 'state', 'reason']).execute()
  /* One that was wanted anew while it ran is left to its successor. */
  const hasSuccessor = (job: (typeof jobs)[number]) =>
    jobs.some(
      each => each.kind === job.kind && each.key === job.key && each.id > job.id && each.state === 'done',
    )
  for (const job of jobs)
    if (job.state !== 'done' && !(job.state === 'cancelled' && hasSuccessor(job)))
      wrong.push(`${job.kind} ${job.key} is ${job.state}: ${job.reason}`)
  const known = groups.flatMap(group => group.ids)
  for (const id of known) {
    const openings = jobs.filter(job => job.kind === 'open-archive' && job.key === id).length
    if (openings !== 1) wrong.push(`${id} was opened ${openings} times`)
  }
  for (const group of groups) {
    for (const id of group.ids) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from audit_entries where entity_id = ${id} and action = 'UPDATE'
          and old_data ->> 'state' <> new_data ->> 'state' and new_data ->> 'state' <> 'scheduled'`.execute(
        db,
      )
      const count = rows[0]?.count ?? 0
      const { most, least } = group.changes
      if (count < least || count > most)
        wrong.push(`${id} was shown or hidden ${count} times, not ${least} to ${most}`)
    }
  }
  return wrong
}

async function listInPack(file: string): Promise<Set<string>> {
  const pack = await openPack(file)
  const found = new Set<string>()
  const { digits, parts } = pack.facts
  const whole = Array.from({ length: 16 ** digits }, (_, at) => at.toString(16).padStart(digits, '0'))
  for (const prefix of [...whole, ...Object.keys(parts)]) {
    const bytes = await pack.read(prefix)
    if (!bytes) continue
    const bucket = JSON.parse(zlib.brotliDecompressSync(bytes).toString('utf8')) as NumberBucket
    for (const [rest, place] of bucket.numbers) {
      const page = bucket.pages[place]
      found.add(`${prefix}${rest} ${page?.sheetId} ${page?.page}`)
    }
  }
  await pack.close()
  return found
}

/** Whether the packs of every machine say what the sheets say, and nothing else. */
export async function judgePacks({
  database,
  dataDirs,
}: Place): Promise<{ wrong: string[]; numbers: number }> {
  const wrong: string[] = []
  const { rows } = await sql<{ release: string; number: string; sheet: string; page: number }>`
    select lower(results.stage) || '.' || results.release_year || '-' || results.try as release, sheet_numbers.number,
      sheets.id as sheet, sheet_numbers.page
    from results join sheets on sheets.result_id = results.id and sheets.is_public
    join sheet_numbers on sheet_numbers.file_id = sheets.file_id and not is_doubtful
    where results.state = 'published'`.execute(database.kysely)
  const truth = Map.groupBy(rows, row => row.release)
  for (const dataDir of dataDirs) {
    const directory = path.join(dataDir, 'numbers')
    const current = JSON.parse(fs.readFileSync(path.join(directory, 'current.json'), 'utf8')) as {
      stage: string
      release: string
      version: string
    }[]
    const names = current.map(({ stage, release }) => `${stage}.${release}`.toLowerCase())
    if (new Set(names).symmetricDifference(new Set(truth.keys())).size > 0)
      wrong.push(`packs of ${names.length} releases, ${truth.size} are public`)
    for (const { stage, release, version } of current) {
      const name = `${stage}.${release}`.toLowerCase()
      const held = await listInPack(path.join(directory, `${name}.${version}.pack`))
      const said = new Set(
        truth.get(name)?.map(row => `${hashOfNumber(row.number)} ${row.sheet} ${row.page}`) ?? [],
      )
      const differing = held.symmetricDifference(said).size
      if (differing > 0) wrong.push(`${name}: ${differing} numbers differ from the sheets`)
    }
    const parts = fs.readdirSync(directory).filter(file => file.endsWith('.part')).length
    if (parts > 0) wrong.push(`${parts} unfinished packs`)
  }
  return { wrong, numbers: rows.length }
}

/** What lies in the store that no record names, or is not as it was, when everything has had its time. */
export async function judgeStore({
  database,
  dataDirs,
  objectStore,
}: Place): Promise<{ wrong: string[]; files: number; swept: object }> {
  const [dataDir = ''] = dataDirs
  const log = pino({ level: 'silent' })
  const files = await createFilesService({
    database,
    config: { dataDir, objectStore, siteUrl: undefined },
    log,
    keepsHouse: false,
  })
  const later = new Date(Date.now() + limits.uploadExpiryMs + limits.orphanGraceMs + limits.unusedFileGraceMs)
  for (const each of dataDirs) await sweepIncoming(path.join(each, 'files', 'incoming'), 0)
  await sweepIncoming(files.parts.incoming, 0)
  const swept = await sweepFiles(files.parts, true, later)
  const after = await scrubFiles(files.parts, undefined, later)
  const wrong = after.findings.map(({ damage, key }) => `${key} is ${damage}`)
  wrong.push(...fs.readdirSync(files.parts.incoming).map(name => `incoming/${name} is left`))
  const { rows } = await sql<{ id: string }>`
    select file_id as id from sheets where file_id is not null and not exists (select 1 from files where files.id = file_id)
    union select picture from sheet_pages where picture is not null and not exists (select 1 from files where files.id = picture)
    union select id from files where not exists (select 1 from file_references r where r.file_id = files.id)`.execute(
    database.kysely,
  )
  wrong.push(...rows.map(({ id }) => `${id} is named and not there, or there and not named`))
  await files.close()
  return { wrong, files: after.checked, swept }
}
