import type { MinisterialGradeCode } from '#contract/codes/grades.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { ListPage } from '#contract/page.ts'
import { examCard } from '#contract/resources/exam.ts'
import type { Exam, ExamInput, ExamListQuery } from '#contract/resources/exam.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { newId } from '#server/base/db/id.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import type { FilesService } from '#server/files/files.service.ts'
import { examSnapshotSchema, presentExam } from './exams.presenter.ts'
import * as repository from './exams.repository.ts'
import type { ExamRow } from './exams.repository.ts'
import { examDocument, examSearchText } from './exams.search.ts'
import type { SearchService } from '#server/search/search.service.ts'
import { claimKey } from '#server/content/record/creation-keys.ts'
import type { CreationOptions } from '#server/content/record/creation-keys.ts'
import { refuseStale } from '#server/content/record/refuse-stale.ts'
import { writeAudited } from '#server/content/record/write-audited.ts'
import type { AuditedTransaction, AuditedWrite, Writing } from '#server/content/record/write-audited.ts'

export type ExamsService = ReturnType<typeof createExamsService>

interface Dependencies {
  database: OpenDatabase
  files: Pick<FilesService, 'factsOf'>
  search: Pick<SearchService, 'matchesIn'>
  writing: Writing
}

/** Everything that can be done with exams. Errors: `exam_not_found`, `stale_version`, `invalid_fields`. */
export function createExamsService({ database, files, search, writing }: Dependencies) {
  const db = database.kysely

  async function present(rows: readonly ExamRow[]): Promise<Exam[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.files))
    return rows.map(row => presentExam(row, facts))
  }

  async function presentOne(row: ExamRow): Promise<Exam> {
    return presentExam(row, await files.factsOf(row.files))
  }

  async function find(id: string): Promise<Exam | undefined> {
    const row = await repository.findExam(db, id)
    return row && presentOne(row)
  }

  async function lock(transaction: AuditedTransaction, id: string): Promise<ExamRow> {
    const row = await repository.findExamForUpdate(transaction, id)
    if (!row) throw new AppError('exam_not_found')
    return row
  }

  /** The parts of a write that follow from the exam as it stands after it. */
  function recordOf(row: ExamRow) {
    return {
      entity: examCard.entity,
      entityId: row.id,
      tag: 'exams' as const,
      files: {
        recordId: row.id,
        addresses: row.files.map((address, index) => ({
          field: `files.${index}`,
          kind: 'image' as const,
          address,
        })),
      },
      search: { put: examDocument(row) },
    }
  }

  return {
    find,

    async get(id: string): Promise<Exam> {
      const exam = await find(id)
      if (!exam) throw new AppError('exam_not_found')
      return exam
    },

    async list(query: ExamListQuery): Promise<ListPage<Exam>> {
      const matches = query.search ? await search.matchesIn(examCard.type, query.search) : undefined
      const { items, total } = await repository.listExams(db, query, matches)
      return { items: await present(items), total }
    },

    async latest(limit: number): Promise<Exam[]> {
      return present(await repository.listLatestExams(db, limit))
    },

    /** The latest exams without the one that is being looked at. */
    async latestExcept(id: string, limit: number = limits.latestExams): Promise<Exam[]> {
      return present(await repository.listLatestExams(db, limit, id))
    },

    /** Other exams of the same stage and year. */
    async sameYear(exam: repository.ExamRelation, limit: number = limits.sameYearExams): Promise<Exam[]> {
      return present(await repository.listExamsOfSameYear(db, exam, limit))
    },

    /** The years that have exams of a stage, newest first; of all stages without one. */
    years(stage?: MinisterialGradeCode): Promise<number[]> {
      return repository.listExamYears(db, stage)
    },

    async create(
      input: ExamInput,
      actor: Actor,
      { at = new Date(), attempt }: CreationOptions = {},
    ): Promise<Exam> {
      const row: ExamRow = { ...rowValues(input), id: newId(), version: 1, createdAt: at, updatedAt: at }
      const record = await presentOne(row)
      await writeAudited(writing, actor, async transaction => {
        await claimKey(transaction, attempt, record)
        await repository.insertExam(transaction, { ...row, searchText: examSearchText(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `أُضيف الامتحان «${row.title}»`,
          oldData: null,
          newData: row,
        }
      })
      return record
    },

    async update(id: string, input: ExamInput, actor: Actor): Promise<Exam> {
      const { result } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await refuseStale(writing, transaction, {
          actor,
          entity: examCard.entity,
          row: before,
          base: input.version,
          current: () => presentExam(before, new Map()),
        })
        const row: ExamRow = {
          ...before,
          ...rowValues(input),
          version: before.version + 1,
          updatedAt: new Date(),
        }
        await repository.replaceExam(transaction, { ...row, searchText: examSearchText(row) })
        return {
          ...recordOf(row),
          result: row,
          action: 'UPDATE',
          description: `عُدّل الامتحان «${row.title}»`,
          oldData: before,
          newData: row,
        }
      })
      return presentOne(result)
    },

    async delete(id: string, actor: Actor): Promise<{ id: string; auditId: string }> {
      const { auditId } = await writeAudited(writing, actor, async transaction => {
        const before = await lock(transaction, id)
        await repository.removeExam(transaction, id)
        return {
          result: undefined,
          action: 'DELETE',
          entity: examCard.entity,
          entityId: id,
          description: `حُذف الامتحان «${before.title}»`,
          oldData: before,
          newData: null,
          tag: 'exams',
          files: { recordId: id, addresses: [] },
          search: { remove: { type: examCard.type, id } },
        } satisfies AuditedWrite<undefined>
      })
      return { id, auditId }
    },

    /** Puts a deleted exam back as its audit entry holds it. Errors: `not_restorable` when it exists. */
    async restore(snapshot: unknown, actor: Actor): Promise<Exam> {
      const row = examSnapshotSchema.parse(snapshot)
      await writeAudited(writing, actor, async transaction => {
        if (await repository.findExam(transaction, row.id)) throw new AppError('not_restorable')
        await repository.insertExam(transaction, { ...row, searchText: examSearchText(row) })
        return {
          ...recordOf(row),
          result: undefined,
          action: 'CREATE',
          description: `استُعيد الامتحان «${row.title}» بعد حذفه`,
          oldData: null,
          newData: row,
        }
      })
      return presentOne(row)
    },
  }
}

function rowValues(input: ExamInput) {
  return {
    title: input.title,
    description: input.description,
    subject: input.subject,
    stage: input.stage,
    releaseYear: input.releaseYear,
    try: input.try,
    files: input.files,
    keywords: input.keywords,
    googleDriveLink: input.googleDriveLink ?? null,
    telegramLink: input.telegramLink ?? null,
  }
}
