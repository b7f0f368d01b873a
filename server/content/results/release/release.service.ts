import { AppError, errorCodeOf } from '#contract/errors.ts'
import { branchLabels } from '#contract/codes/branches.ts'
import { hasBranches } from '#contract/codes/grades.ts'
import type { City } from '#contract/codes/cities.ts'
import type {
  BatchResult,
  Proposal,
  Release,
  ReleaseQuery,
  ReleaseResult,
} from '#contract/resources/release.ts'
import { kinds } from '#contract/kinds.ts'
import { doubtOfSchools, isOpened } from '#contract/school-share.ts'
import type { ResultInput, StaffResult } from '#contract/resources/result.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'
import { claimKey, type CreationTry } from '#server/content/record/creation-keys.ts'
import { publicationOf } from '#server/content/record/publication.ts'
import { writeAllAudited } from '#server/content/record/write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from '#server/content/record/write-audited.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { readNamedFacts } from '#server/search/named-facts.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { nothingInside, readNamesInside } from './names-inside.ts'
import { listResultsById, listResultsWithin, type ResultRow } from '../results.repository.ts'
import type { ArchiveStanding, SheetsService } from '../sheets/sheets.service.ts'
import {
  countBefore,
  countNumbers,
  countSchools,
  findNewestStage,
  findUnread,
  listAllReleases,
  type UnreadSheets,
} from './release.repository.ts'

interface Change {
  actor: Actor
  base: number | undefined
  describe: (state: ResultRow) => string
  next: (before: ResultRow) => ResultRow
}

interface Given {
  writing: Writing
  files: Pick<FilesService, 'open' | 'contentOf'>
  sheets: Pick<SheetsService, 'standings'>
  describeNewFile: (row: ResultRow) => string
  record: {
    begin(input: ResultInput, at: Date): ResultRow
    insertWithin(transaction: AuditedTransaction, state: ResultRow): Promise<AuditedWrite<ResultRow>>
    changeWithin(transaction: AuditedTransaction, id: string, asked: Change): Promise<AuditedWrite<ResultRow>>
    find(id: string, state: 'any'): Promise<StaffResult | undefined>
  }
  listWarnings(input: Unsaved<ResultInput>): Promise<Warning[]>
}

/** One of several alternatives says nothing for sure. */
function only<Value>(named: readonly Value[]): Value | null {
  const [first, ...others] = new Set(named)
  return first === undefined || others.length > 0 ? null : first
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** What a failed result of a batch is refused with: the sentence stands at its place in the list. */
function ofPlace(error: unknown, place: number): unknown {
  if (!(error instanceof AppError)) return error
  const told = error.fields ?? { directLink: error.message }
  const fields = Object.fromEntries(
    Object.entries(told).map(([field, message]) => [`results.${place}.${field}`, message]),
  )
  return new AppError(errorCodeOf(error) ?? 'invalid_fields', { fields, cause: error })
}

/**
 * The results of a stage, year and round as staff gather and announce them.
 * Errors: `invalid_fields`, `stale_version`, `result_not_found`, `key_used`. Source: S13.1, S13.2.
 */
export function createReleaseService({
  writing,
  files,
  sheets,
  record,
  listWarnings,
  describeNewFile,
}: Given) {
  const db = writing.database.kysely

  function present(
    row: ResultRow,
    standing: ArchiveStanding | undefined,
    numbers = 0,
    { unread, stopped }: UnreadSheets = { unread: 0, stopped: null },
  ): ReleaseResult {
    return {
      id: row.id,
      version: row.version,
      city: row.city,
      branch: row.branch,
      school: row.school,
      ...publicationOf(row),
      archive: standing?.state ?? null,
      failure: standing?.failure ?? null,
      progress: standing?.progress ?? null,
      schools: standing?.schools ?? 0,
      numbers,
      unread,
      readingStopped: stopped,
      updatedAt: row.updatedAt.toISOString(),
    }
  }

  async function scheduleOf(rows: readonly ResultRow[]): Promise<Release['schedule']> {
    const waiting = rows
      .filter(row => row.state === 'scheduled')
      .toSorted((a, b) => Number(a.publishAt) - Number(b.publishAt))
    const [next] = waiting
    if (!next?.publishAt) return null
    const last = await writing.audit.findLastChange(db, kinds.result.entity, next.id)
    return {
      publishAt: next.publishAt.toISOString(),
      count: waiting.filter(row => Number(row.publishAt) === Number(next.publishAt)).length,
      changedBy: last?.actorName ?? null,
    }
  }

  return {
    /** A release as the room shows it; what is not asked for is that of the newest one. */
    async get({ stage: asked, releaseYear, try: round }: ReleaseQuery): Promise<Release> {
      const stage = asked ?? (await findNewestStage(db)) ?? 'SIXTH_PREPARATORY'
      const releases = await listAllReleases(db, stage)
      const newest = releases.find(
        one =>
          (releaseYear === undefined || one.releaseYear === releaseYear) &&
          (round === undefined || one.try === round),
      )
      const place = {
        stage,
        releaseYear: releaseYear ?? newest?.releaseYear ?? new Date().getFullYear(),
        try: round ?? newest?.try ?? 1,
      }
      const rows = await listResultsWithin(db, { ...place, state: 'any' })
      const ids = rows.map(({ id }) => id)
      const [standings, numbers, unread] = await Promise.all([
        sheets.standings(ids),
        countNumbers(db, ids),
        findUnread(db, ids),
      ])
      return {
        ...place,
        releases,
        results: rows.map(row =>
          present(row, standings.get(row.id), numbers.get(row.id), unread.get(row.id)),
        ),
        before: await countBefore(db, { ...place, releaseYear: place.releaseYear - 1 }),
        schedule: await scheduleOf(rows),
      }
    },

    /**
     * Why cities of these results must be looked at before they are announced. Shape: a sentence for each, without those
     * that are public already or confirmed.
     */
    async listDoubts(ids: readonly string[], confirmed: readonly string[]): Promise<string[]> {
      const asked = await listResultsById(db, ids)
      const open = asked.filter(({ id, state }) => state !== 'published' && !confirmed.includes(id))
      const places = new Map(
        open.map(({ stage, releaseYear, try: round }) => [
          [stage, releaseYear, round].join('/'),
          { stage, releaseYear, try: round },
        ]),
      )
      const doubts = new Set<string>()
      for (const place of places.values()) {
        const isHere = (row: ResultRow) =>
          row.stage === place.stage && row.releaseYear === place.releaseYear && row.try === place.try
        const all = await listResultsWithin(db, { ...place, state: 'any' })
        const standings = await sheets.standings(all.map(({ id }) => id))
        const before = await countSchools(db, { ...place, releaseYear: place.releaseYear - 1 })
        const isParted = hasBranches(place.stage)
        for (const { city, branch } of open.filter(isHere)) {
          const isCell = (one: { city: string; branch: ResultRow['branch'] }) =>
            one.city === city && (!isParted || one.branch === branch)
          const archives = all.filter(isCell).map(({ id }) => standings.get(id))
          const doubt = doubtOfSchools({
            schools: sumOf(archives.map(archive => archive?.schools ?? 0)),
            schoolsBefore: sumOf(before.filter(isCell).map(({ schools }) => schools)),
            isOpened: isOpened(archives.map(archive => archive?.state ?? null)),
          })
          const name = isParted && branch ? `${city}، ${branchLabels[branch]}` : city
          if (doubt) doubts.add(`${name}: ${doubt}`)
        }
      }
      return [...doubts]
    },

    /** What the names of files say of the results in them, and what is in those that have arrived, in their order. */
    async propose(names: readonly string[], addresses: readonly string[]): Promise<Proposal[]> {
      const proposals: Proposal[] = []
      for (const [at, name] of names.entries()) {
        const said = readNamedFacts(name.replace(/\.[^.]*$/u, ''))
        const sha256 = files.contentOf(addresses[at] ?? '')
        proposals.push({
          city: only<City>(said.cities),
          branch: only(said.branches),
          try: only(said.rounds),
          releaseYear: only(said.years),
          cities: said.cities,
          inside: sha256 === undefined ? nothingInside : await readNamesInside(files, sha256),
        })
      }
      return proposals
    },

    /** What speaks against each of these results before it is saved, in their order. */
    async listWarnings(inputs: readonly Unsaved<ResultInput>[]): Promise<Warning[][]> {
      const found: Warning[][] = []
      for (const input of inputs) found.push(await listWarnings(input))
      return found
    },

    /** The records that a batch wrote, as they are now. */
    async getMany(ids: readonly string[]): Promise<StaffResult[]> {
      const found: StaffResult[] = []
      for (const id of ids) {
        const item = await record.find(id, 'any')
        if (item) found.push(item)
      }
      return found
    },

    /** Adds results as drafts, and gives others another file: all of it, or nothing. Shape: their ids, in order. */
    async addMany(
      inputs: readonly BatchResult[],
      actor: Actor,
      attempt: CreationTry | undefined,
    ): Promise<string[]> {
      const at = new Date()
      const ids: string[] = []
      await writeAllAudited(writing, actor, async (transaction, write) => {
        for (const [place, { replaces, ...input }] of inputs.entries()) {
          try {
            const one = replaces
              ? await record.changeWithin(transaction, replaces.id, {
                  actor,
                  base: replaces.version,
                  describe: describeNewFile,
                  next: before => ({ ...before, directLink: input.directLink }),
                })
              : await record.insertWithin(transaction, record.begin({ ...input, state: 'draft' }, at))
            await write(one)
            ids.push(one.result.id)
          } catch (error) {
            throw ofPlace(error, place)
          }
        }
        const [id] = ids
        const answer = { id: id ?? '', ids }
        await claimKey(transaction, attempt, answer)
      })
      return ids
    },
  }
}

export type ReleaseService = ReturnType<typeof createReleaseService>
