import type { ListOrder } from '#contract/resources/list-sort.ts'
import type { ListPage } from '#contract/page.ts'
import { kinds } from '#contract/kinds.ts'
import type {
  Result as ResultRecord,
  ResultInput,
  ResultListQuery,
  StaffResult,
} from '#contract/resources/result.ts'
import type { ContentDependencies } from '#server/content/record/content-kind.ts'
import { askToConfirm } from '#server/content/record/publishing.ts'
import { keptTotals } from '#server/content/record/kept-counts.ts'
import { recordService } from '#server/content/record/record-service.ts'
import type { StateFilter } from '#server/content/record/visibility.ts'
import type { Actor } from '#server/staff/session/actor.ts'
import { createResultLinks } from './result-links.ts'
import { createReleaseStatuses } from './release-status.ts'
import { resultSnapshotSchema, presentResult } from './results.presenter.ts'
import * as repository from './results.repository.ts'
import { createNumbersService } from './numbers/numbers.service.ts'
import { createReleaseService } from './release/release.service.ts'
import { createSchoolsService } from './schools/schools.service.ts'
import { createSheetsService } from './sheets/sheets.service.ts'
import type { SheetsResult } from './sheets/sheets.service.ts'
import type { ResultRow } from './results.repository.ts'
import { resultName, resultSearchTexts } from './results.search.ts'
import { listResultWarnings } from './results.warnings.ts'
import type { Unsaved, Warning } from '#contract/resources/warning.ts'

export type ResultsService = ReturnType<typeof createResultsService>

/** Everything that can be done with results. Errors: `result_not_found`, and those of `recordService`. */
export function createResultsService({ files, writing, withDeadLinks }: ContentDependencies) {
  const db = writing.database.kysely

  async function present(rows: readonly ResultRow[]): Promise<ResultRecord[]> {
    const facts = await files.factsOf(rows.flatMap(row => row.directLink))
    return withDeadLinks(rows.map(row => presentResult(row, facts)))
  }

  const sheetsResult = (row: ResultRow): SheetsResult => ({
    id: row.id,
    directLink: row.directLink,
    title: resultName(row),
  })
  const status = createReleaseStatuses(db, writing.changes)
  const numbers = createNumbersService({
    files,
    database: writing.database,
    changes: writing.changes,
    statusOf: status,
    async titleOf(id) {
      const row = await repository.findResult(db, id, 'any')
      return row && resultName(row)
    },
  })
  const sheets = createSheetsService({
    files,
    writing,
    numbers,
    async findResult(from, id, state) {
      const row = await repository.findResult(from, id, state)
      return row && sheetsResult(row)
    },
  })

  const withTexts = (row: ResultRow) => ({ ...row, ...resultSearchTexts(row) })

  const record = recordService<ResultRow, ResultRow, ResultInput, ResultRecord>(writing, {
    entity: kinds.result.entity,
    tag: 'results',
    notFound: 'result_not_found',
    sentences: {
      added: row => `أُضيفت ${resultName(row)}`,
      changed: row => `عُدّلت ${resultName(row)}`,
      deleted: row => `حُذفت ${resultName(row)}`,
      restored: row => `استُعيدت ${resultName(row)} بعد حذفها`,
    },
    nameOf: resultName,
    store: {
      find: repository.findResult,
      lock: repository.lockResults,
      insert: (transaction, rows) => repository.insertResults(transaction, rows.map(withTexts)),
      replace: (transaction, rows) => repository.replaceResults(transaction, rows.map(withTexts)),
      remove: repository.removeResults,
    },
    valuesOf: input => ({
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
    }),
    snapshotSchema: resultSnapshotSchema,
    written: (transaction, changes) =>
      sheets.follow(
        transaction,
        changes.map(({ before, after }) => ({
          before: before && sheetsResult(before),
          after: after && sheetsResult(after),
        })),
      ),
    filesOf: row => [{ field: 'directLink', kind: 'zip', address: row.directLink }],
    present,
    presentStale: row => presentResult(row, new Map()),
  })

  /** What to look at before a save; `except` names the records that do not count. */
  async function listWarnings(
    input: Unsaved<ResultInput>,
    except: readonly string[] = [],
  ): Promise<Warning[]> {
    const doubts = input.id === undefined ? [] : await listDoubtsOf(input.id, input)
    const told = doubts.map(message => ({ code: 'doubt' as const, field: 'state', message, record: null }))
    return [...(await listResultWarnings(db, input, except)), ...told]
  }

  /** Why the city must be looked at before this write shows it to visitors. */
  async function listDoubtsOf(id: string, input: Unsaved<ResultInput>): Promise<string[]> {
    const { state = input.publishAt ? 'scheduled' : 'draft', directLink } = input
    const row = state === 'draft' ? undefined : await repository.findResult(db, id, 'any')
    /* Another file has not been opened yet: nothing is known of it. */
    if (!row || row.state === state || row.directLink !== directLink) return []
    return release.listDoubts([id], [])
  }

  const schools = createSchoolsService({
    db,
    changes: writing.changes,
    status,
    sheet: sheets.get,
    files,
    async releaseOf(resultId) {
      const row = await repository.findResult(db, resultId)
      return row && { stage: row.stage, releaseYear: row.releaseYear, try: row.try }
    },
  })

  const release = createReleaseService({
    writing,
    files,
    sheets,
    record,
    listWarnings,
    describeNewFile: row => `استُبدل ملف ${resultName(row)}`,
  })

  const totals = keptTotals(db, writing.changes, 'results')

  return {
    ...record,

    /** The ways into the results that answer a search. */
    linksFor: createResultLinks({ status, schools }),

    /** Every school whose sheet is public, over all cities. */
    schools,

    /** The sheets in the archives. */
    sheets,

    /** The exam numbers in the sheets. */
    numbers,

    /** The releases, as staff gather and announce them. */
    release,

    listWarnings,

    /** As every record, unless it shows a city that must be looked at first. Errors: `needs_confirmation`. */
    async update(id: string, input: ResultInput, actor: Actor): Promise<StaffResult> {
      if (input.confirmed !== true) askToConfirm(await listDoubtsOf(id, input))
      return record.update(id, input, actor)
    },

    /** Why cities of these results must be looked at before they are announced. */
    listDoubts: release.listDoubts,

    async list(
      query: ResultListQuery & ListOrder,
      state: StateFilter = 'published',
    ): Promise<ListPage<StaffResult>> {
      const { items, total } = await repository.listResults(db, query, state, totals(query, state))
      return { items: await record.present(items), total }
    },

    /** What is public of a release, city by city. */
    status,

    /** The folders of a place: each value of the column that has results, and how many. */
    countBy(column: repository.ResultLevelColumn, place: repository.ResultPlaceFilter) {
      return repository.countResultsBy(db, column, place)
    },

    /** The newest of a grade; with a branch, its own and those that name none. */
    async newestOf(
      place: Pick<repository.ResultPlaceFilter, 'stage' | 'branch'>,
      limit: number,
    ): Promise<ResultRecord[]> {
      return present(await repository.listNewestResults(db, place, limit))
    },

    async listWithin(place: repository.ResultPlaceFilter): Promise<ResultRecord[]> {
      return present(await repository.listResultsWithin(db, place))
    },
  }
}
