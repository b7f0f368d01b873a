import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { kinds } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { sheetEncodingLabels } from '#contract/resources/sheet.ts'
import type {
  Sheet,
  SheetArchive,
  SheetEncodingInput,
  SheetInput,
  SheetList,
  SheetListQuery,
  StaffSheet,
  StaffSheetList,
  StaffSheetListQuery,
} from '#contract/resources/sheet.ts'
import type { StateFilter } from '#server/content/record/visibility.ts'
import { refuseStale } from '#server/staff/audit/refuse-stale.ts'
import { writeAudited } from '#server/content/record/write-audited.ts'
import type { AuditedTransaction, Writing } from '#server/content/record/write-audited.ts'
import type { Queryable, Transaction } from '#server/base/db/types.ts'
import { findLastJob } from '#server/jobs/enqueue.ts'
import type { FilesService } from '#server/files/files.service.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { openSheets, renameEntries, sheetsHolder } from './open-sheets.ts'
import { shownParts } from './sheet-rows.ts'
import { wantReading } from '../numbers/numbers.jobs.ts'
import type { NumbersService } from '../numbers/numbers.service.ts'
import { presentSheet, presentStaffSheet } from './sheets.presenter.ts'
import * as repository from './sheets.repository.ts'
import type { ArchiveRow, SheetRow } from './sheets.repository.ts'
import { openingJob, wantOpenings } from './sheets.jobs.ts'
import type { SheetText } from '#server/files/sheet-text.ts'

const entity = kinds.result.entity

/** A result as its sheets need to know it. */
export interface SheetsResult {
  id: string
  directLink: string
  /** The result in one phrase, for people. */
  title: string
}

type FindResult = (db: Queryable, id: string, state: StateFilter) => Promise<SheetsResult | undefined>

interface Dependencies {
  files: Pick<
    FilesService,
    'store' | 'open' | 'pagePictures' | 'holdContents' | 'releaseContents' | 'contentOf' | 'parts'
  >
  writing: Writing
  findResult: FindResult
  numbers: Pick<NumbersService, 'countOf' | 'letGo' | 'forgetFailures'>
}

/** How far the archive of a result is, and how many public sheets it has. */
export interface ArchiveStanding {
  state: SheetArchive['state']
  failure: string | null
  progress: { done: number; total: number } | null
  schools: number
}

export type SheetsService = ReturnType<typeof createSheetsService>

/**
 * The sheets in the archives of results.
 * Errors: `result_not_found`, `sheet_not_found`, and `stale_version` for a write. Source: R4.1, R4.3.
 */
export function createSheetsService({ files, writing, findResult, numbers }: Dependencies) {
  const db = writing.database.kysely

  async function getResult(from: Queryable, id: string, state: StateFilter = 'any'): Promise<SheetsResult> {
    const result = await findResult(from, id, state)
    if (result === undefined) throw new AppError('result_not_found')
    return result
  }

  /* An opening that was given up or cancelled leaves the archive as it was under way. */
  async function progressOf(
    archive: ArchiveRow | undefined,
  ): Promise<Pick<SheetArchive, 'state' | 'failure'> & Pick<ArchiveStanding, 'progress'>> {
    if (archive === undefined) return { state: 'ready', failure: null, progress: null }
    const { state, failure } = archive
    if (state !== 'waiting' && state !== 'reading') return { state, failure, progress: null }
    const job = await findLastJob(db, openingJob, archive.resultId)
    const progress = job?.progress ?? null
    if (job?.state !== 'failed' && job?.state !== 'cancelled') return { state, failure, progress }
    return { state: 'failed', failure: job.reason ?? 'أُلغي فتح الأرشيف.', progress }
  }

  /* A result whose file is elsewhere has no archive here, and nothing to wait for. */
  async function presentArchive(archive: ArchiveRow | undefined, resultId: string): Promise<SheetArchive> {
    const { state, failure } = await progressOf(archive)
    return {
      state,
      failure,
      encoding: archive?.encoding ?? 'auto',
      foundEncoding: archive?.foundEncoding ?? null,
      counts: await repository.countViews(db, resultId),
      version: archive?.version ?? 1,
    }
  }

  async function lockArchive(transaction: Transaction, resultId: string): Promise<ArchiveRow> {
    const archive = await repository.findArchiveForUpdate(transaction, resultId)
    if (archive === undefined) throw new AppError('result_not_found')
    return archive
  }

  async function lockSheet(transaction: AuditedTransaction, id: string): Promise<SheetRow> {
    const place = await repository.findSheet(transaction, id)
    if (place === undefined) throw new AppError('sheet_not_found')
    /* Whoever shows a newly opened archive holds its row while it takes over what staff have said. */
    await lockArchive(transaction, place.resultId)
    const row = await repository.findSheet(transaction, id)
    if (row === undefined) throw new AppError('sheet_not_found')
    return row
  }

  async function get(id: string): Promise<Sheet> {
    const row = await repository.findPublic(db, id)
    const sheet = row && presentSheet(row)
    if (!sheet || !(await findResult(db, sheet.resultId, 'published'))) throw new AppError('sheet_not_found')
    return sheet
  }

  return {
    /** The public sheets of a result, by group and name. */
    async list(resultId: string, query: SheetListQuery): Promise<SheetList> {
      await getResult(db, resultId, 'published')
      const { state } = await progressOf(await repository.findArchive(db, resultId))
      if (state !== 'ready') return { sheets: [], total: 0, groups: [], state }
      const { items, total } = await repository.listPublic(db, resultId, query)
      const groups = await repository.countGroups(db, resultId, { onlyPublic: true })
      return { sheets: items.flatMap(row => presentSheet(row) ?? []), total, groups, state }
    },

    /** One public sheet. */
    get,

    /**
     * The school of a public sheet, and what one of its pages says where that is sure. `asker` as in
     * `PagePictures`. Errors: `sheet_not_found`, for what is no PDF too, and those of `PagePictures`.
     */
    async readText(id: string, page: number, asker: string): Promise<{ school: string; text: SheetText }> {
      const { kind, sha256, school } = await get(id)
      if (kind !== 'pdf') throw new AppError('sheet_not_found')
      return { school, text: await files.pagePictures.sheetText(sha256, page, asker) }
    },

    /** The ids of a stage's public sheets, those of the newest results first. */
    listPublicIds: (stage: MinisterialGradeCode) => repository.listPublicIds(db, stage),

    /** Everything in the archive of a result, and how its opening went. */
    async listAll(resultId: string, query: StaffSheetListQuery): Promise<StaffSheetList> {
      await getResult(db, resultId)
      const archive = await repository.findArchive(db, resultId)
      const { items, total } = await repository.listAll(db, resultId, { ...query, view: query.view })
      return {
        sheets: items.map(presentStaffSheet),
        total,
        groups: await repository.countGroups(db, resultId, { onlyPublic: false }),
        archive: await presentArchive(archive, resultId),
        reading: await numbers.countOf(resultId),
      }
    },

    /** How far the archives of these results are; those without one are left out. */
    async standings(resultIds: readonly string[]): Promise<Map<string, ArchiveStanding>> {
      const [archives, schools] = await Promise.all([
        repository.listArchives(db, resultIds),
        repository.countPublicSheets(db, resultIds),
      ])
      const standings = new Map<string, ArchiveStanding>()
      for (const archive of archives) {
        const { resultId } = archive
        standings.set(resultId, { ...(await progressOf(archive)), schools: schools.get(resultId) ?? 0 })
      }
      return standings
    },

    /** Says what a sheet is called, where it belongs and whether it shows. */
    async update(id: string, input: SheetInput, actor: Actor): Promise<StaffSheet> {
      const { result } = await writeAudited(writing, actor, async transaction => {
        const before = await lockSheet(transaction, id)
        const { title } = await getResult(transaction, before.resultId)
        await refuseStale(writing, transaction, {
          actor,
          entity,
          row: { id: before.resultId, version: before.version },
          base: input.version,
          current: () => presentStaffSheet(before),
        })
        const given = {
          ...before,
          givenSchool: input.school === before.foundSchool ? null : (input.school ?? null),
          givenGroup: input.group === before.foundGroup ? null : (input.group ?? null),
          isHidden: input.isHidden,
          version: before.version + 1,
        }
        const after = { ...given, ...shownParts(given) }
        await repository.updateSheet(transaction, after)
        return {
          result: after,
          action: 'UPDATE',
          entity,
          entityId: before.resultId,
          description: `عُدّلت ورقة «${after.school}» في أرشيف ${title}`,
          oldData: loggedSheet(before),
          newData: loggedSheet(after),
          tag: await repository.tagOfResult(transaction, before.resultId),
          isWithdrawal: after.isHidden && !before.isHidden,
        }
      })
      return presentStaffSheet(result)
    },

    /** Reads the names of an archive in another encoding; what staff have said of its sheets stays. */
    async chooseEncoding(
      resultId: string,
      { encoding, version }: SheetEncodingInput,
      actor: Actor,
    ): Promise<SheetArchive> {
      const { title } = await getResult(db, resultId)
      await writeAudited(writing, actor, async transaction => {
        const archive = await lockArchive(transaction, resultId)
        await refuseStale(writing, transaction, {
          actor,
          entity,
          row: { id: resultId, version: archive.version },
          base: version,
          current: () => ({ encoding: archive.encoding, version: archive.version }),
        })
        const foundEncoding = await renameEntries(transaction, { ...archive, encoding })
        await repository.updateArchive(transaction, resultId, {
          encoding,
          ...(foundEncoding !== undefined && { foundEncoding }),
          version: archive.version + 1,
        })
        return {
          result: undefined,
          action: 'UPDATE',
          entity,
          entityId: resultId,
          description: `قُرئت أسماء الملفات في أرشيف ${title} بترميز ${sheetEncodingLabels[encoding]}`,
          oldData: { encoding: archive.encoding },
          newData: { encoding },
          tag: await repository.tagOfResult(transaction, resultId),
        }
      })
      return presentArchive(await repository.findArchive(db, resultId), resultId)
    },

    /** Wants the archive of a result opened again. */
    async reopen(resultId: string): Promise<SheetArchive> {
      const { title } = await getResult(db, resultId)
      await db.transaction().execute(async transaction => {
        const archive = await lockArchive(transaction, resultId)
        await repository.putArchives(transaction, [{ resultId, sha256: archive.sha256 }])
        await numbers.forgetFailures(transaction, resultId)
        await wantOpenings(transaction, [{ id: resultId, title }])
        /* The site says of which cities the work goes on. */
        await writing.changes.announce(transaction, [await repository.tagOfResult(transaction, resultId)])
      })
      return presentArchive(await repository.findArchive(db, resultId), resultId)
    },

    /** Follows results in the transaction of their writes: other archives are wanted opened, deleted ones show no more. */
    async follow(
      transaction: Transaction,
      changes: readonly { before: SheetsResult | null; after: SheetsResult | null }[],
    ): Promise<void> {
      const contentOf = (result: SheetsResult | null) => result && files.contentOf(result.directLink)
      const gone: string[] = []
      const left: string[] = []
      const wanted: { result: SheetsResult; content: string }[] = []
      for (const { before, after } of changes) {
        const contentBefore = contentOf(before)
        const content = contentOf(after)
        if (before && contentBefore && contentBefore !== content) left.push(before.id)
        if (before && contentBefore && !content) gone.push(before.id)
        if (after && content && content !== contentBefore) wanted.push({ result: after, content })
      }
      await tellTakenBack(transaction, left)
      await repository.putArchives(
        transaction,
        wanted.map(({ result, content }) => ({ resultId: result.id, sha256: content })),
      )
      await wantOpenings(
        transaction,
        wanted.map(({ result }) => result),
      )
      await letGo(transaction, gone)
    },

    /** Opens archives of results that were added before archives were opened. */
    async adopt(): Promise<void> {
      for (const id of await repository.listWithoutArchive(db)) {
        const result = await findResult(db, id, 'any')
        const content = result && files.contentOf(result.directLink)
        if (!result || !content) continue
        await db.transaction().execute(async transaction => {
          await repository.putArchives(transaction, [{ resultId: id, sha256: content }])
          await wantOpenings(transaction, [result])
        })
      }
    },

    /** Opens the archive of a result; once its sheets show, they are wanted read. */
    async open(resultId: string, run: Parameters<typeof openSheets>[2]) {
      const deps = { database: writing.database, files, changes: writing.changes }
      const show = await openSheets(deps, resultId, run)
      return (
        show &&
        (async (transaction: Transaction) => {
          await show(transaction)
          const result = await findResult(transaction, resultId, 'any')
          if (result) await wantReading(transaction, result)
        })
      )
    },
  }

  /* What everybody saw in an archive is gone from the moment that another takes its place. */
  async function tellTakenBack(transaction: Transaction, resultIds: readonly string[]): Promise<void> {
    if (resultIds.length === 0 || !(await repository.isSomePublished(transaction, resultIds))) return
    await writing.changes.announce(transaction, ['results', 'withdrawals'])
  }

  async function letGo(transaction: Transaction, resultIds: readonly string[]): Promise<void> {
    if (resultIds.length === 0) return
    await repository.markRemoved(transaction, resultIds)
    await files.releaseContents(transaction, sheetsHolder, resultIds)
    await numbers.letGo(transaction, resultIds)
    await repository.removeForgotten(transaction, new Date(Date.now() - limits.removedSheetsKeptMs))
  }
}

function loggedSheet({ entry, school, groupName, isHidden }: SheetRow): object {
  return { entry, school, group: groupName || null, isHidden }
}
