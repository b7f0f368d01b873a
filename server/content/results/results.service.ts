import { AppError } from '#contract/errors.ts'
import type { ListPage } from '#contract/page.ts'
import { resultCard } from '#contract/resources/result.ts'
import type { Result as ResultRecord, ResultInput, ResultListQuery } from '#contract/resources/result.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { resultSnapshotSchema, presentResult } from './results.presenter.ts'
import * as repository from './results.repository.ts'
import type { ResultRow } from './results.repository.ts'
import { resultName, resultSearchTexts } from './results.search.ts'
import { claimKey } from '#server/content/record/creation-keys.ts'
import type { CreationOptions } from '#server/content/record/creation-keys.ts'
import { refuseStale } from '#server/content/record/refuse-stale.ts'
import { writeAudited } from '#server/content/record/write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from '#server/content/record/write-audited.ts'

export type ResultsService = ReturnType<typeof createResultsService>

interface Dependencies {
  database: OpenDatabase
  files: Pick<FilesService, 'factsOf'>
  writing: Writing
}

/** Everything that can be done with results. Errors: `result_not_found`, `stale_version`, `invalid_fields`. */
export function createResultsService({ database, files, writing }: Dependencies) {
  const db = database.kysely

  async function present(rows: readonly ResultRow[]): Promise<ResultRecord[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.directLink))
    return rows.map(row => presentResult(row, facts))
  }

  async function presentOne(row: ResultRow): Promise<ResultRecord> {
    return presentResult(row, await files.factsOf([row.directLink]))
  }

  async function find(id: string): Promise<ResultRecord | undefined> {
    const row = await repository.findResult(db, id)
    return row && presentOne(row)
  }

  async function lock(transaction: AuditedTransaction, id: string): Promise<ResultRow> {
    const row = await repository.findResultForUpdate(transaction, id)
    if (!row) throw new AppError('result_not_found')
    return row
  }

  /** The parts of a write that follow from the result as it stands after it. */
  function recordOf(row: ResultRow) {
    return {
      entity: resultCard.entity,
      entityId: row.id,
      tag: 'results' as const,
      files: {
        recordId: row.id,
        addresses: [{ field: 'directLink', kind: 'zip' as const, address: row.directLink }],
      },
    }
  }

  return {
    find,

    async get(id: string): Promise<ResultRecord> {
      const result = await find(id)
      if (!result) throw new AppError('result_not_found')
      return result
    },

    async list(query: ResultListQuery): Promise<ListPage<ResultRecord>> {
      const { items, total } = await repository.listResults(db, query)
      return { items: await present(items), total }
    },

    /** The folders of a place: each value of the column that has results, and how many. */
    countBy(column: repository.ResultLevelColumn, place: repository.ResultPlaceFilter) {
      return repository.countResultsBy(db, column, place)
    },

    async listWithin(place: repository.ResultPlaceFilter): Promise<ResultRecord[]> {
      return present(await repository.listResultsWithin(db, place))
    },

    async create(
      input: ResultInput,
      actor: Actor,
      { at = new Date(), attempt }: CreationOptions = {},
    ): Promise<ResultRecord> {
      const row: ResultRow = { ...rowValues(input), id: newId(), version: 1, createdAt: at, updatedAt: at }
      const record = await presentOne(row)
      await writeAudited(writing, actor, async transaction => {
        await claimKey(transaction, attempt, record)
        await repository.insertResult(transaction, { ...row, ...resultSearchTexts(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `أُضيفت ${resultName(row)}`,
          oldData: null,
          newData: row,
        }
      })
      return record
    },

    async update(id: string, input: ResultInput, actor: Actor): Promise<ResultRecord> {
      const { result } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await refuseStale(writing, transaction, {
          actor,
          entity: resultCard.entity,
          row: before,
          base: input.version,
          current: () => presentResult(before, new Map()),
        })
        const row: ResultRow = {
          ...before,
          ...rowValues(input),
          version: before.version + 1,
          updatedAt: new Date(),
        }
        await repository.replaceResult(transaction, { ...row, ...resultSearchTexts(row) })
        return {
          ...recordOf(row),
          result: row,
          action: 'UPDATE',
          description: `عُدّلت ${resultName(row)}`,
          oldData: before,
          newData: row,
        }
      })
      return presentOne(result)
    },

    async delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }> {
      const { auditId } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await repository.removeResult(transaction, id)
        return {
          result: undefined,
          action: 'DELETE',
          entity: resultCard.entity,
          entityId: id,
          description: `حُذفت ${resultName(before)}`,
          oldData: before,
          newData: null,
          tag: 'results',
          files: { recordId: id, addresses: [] },
        } satisfies AuditedWrite<undefined>
      })
      return { id, auditId }
    },

    /** Puts a deleted result back as its audit entry holds it. Errors: `not_restorable` when it exists. */
    async restore(snapshot: unknown, actor: Actor): Promise<ResultRecord> {
      const row = resultSnapshotSchema.parse(snapshot)
      await writeAudited(writing, actor, async transaction => {
        if (await repository.findResult(transaction, row.id)) throw new AppError('not_restorable')
        await repository.insertResult(transaction, { ...row, ...resultSearchTexts(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `استُعيدت ${resultName(row)} بعد حذفها`,
          oldData: null,
          newData: row,
        }
      })
      return presentOne(row)
    },
  }
}

function rowValues(input: ResultInput) {
  return {
    city: input.city,
    school: input.school ?? null,
    stage: input.stage,
    branch: input.branch ?? null,
    try: input.try,
    releaseYear: input.releaseYear,
    keywords: input.keywords,
    directLink: input.directLink,
    googleDriveLink: input.googleDriveLink ?? null,
    telegramLink: input.telegramLink ?? null,
  }
}
