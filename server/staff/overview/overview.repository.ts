import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { byName, kinds, kindsLacking, kindsWithPage, type Kind } from '#contract/kinds.ts'
import type { Attention, DashboardStats } from '#contract/resources/dashboard-stats.ts'
import type { MissingPart } from '#contract/resources/missing-filter.ts'
import { countDeadCauses } from '#server/mirrors/dead-link-facts.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { countRowsOf } from '#server/base/row-counts.ts'

/** True for rows of a kind's table without this part. */
export type IsWithout = (kind: Kind, part: MissingPart) => RawBuilder<SqlBool>

/** Counts the rows of each of these, in one statement and in their order. */
async function countEach(database: Queryable, sources: RawBuilder<unknown>[]): Promise<number[]> {
  const columns = sources.map(
    (source, index) => sql`(select count(*) from ${source}) as ${sql.ref(`count${index}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(database)
  const [counts] = rows
  if (counts === undefined) throw new Error('A select of counts gave no row.')
  return sources.map((_, index) => counts[`count${index}`] ?? 0)
}

/** The counts of the kinds of content that the overview shows, in one statement. */
export async function countContent(database: Queryable): Promise<DashboardStats> {
  const counts = await countRowsOf(
    database,
    kindsWithPage.map(kind => kinds[kind].list),
  )
  return byName(
    kindsWithPage,
    kind => `${kinds[kind].figure}Count` as const,
    kind => counts.get(kinds[kind].list) ?? 0,
  )
}

/** What staff should look at: its counts in one statement, and why links are dead in another. */
export async function countAttention(
  database: Queryable,
  isWithout: IsWithout,
  now: Date,
): Promise<Attention> {
  const lacks = (['file', 'image', 'damaged', 'mirror'] as const).flatMap(part =>
    kindsLacking(part).map(kind => ({ kind, part })),
  )
  const [unfinishedUploads = 0, failedUploads = 0, failedJobs = 0, unreadMessages = 0, ...counts] =
    await countEach(database, [
      sql`uploads where file_id is null and expires_at > ${now}`,
      sql`uploads where file_id is null and expires_at <= ${now}`,
      sql`jobs where state = 'failed'`,
      sql`contact_messages where read_at is null and deleted_at is null`,
      ...lacks.map(({ kind, part }) => sql`${sql.table(kinds[kind].list)} where ${isWithout(kind, part)}`),
    ])
  const countOf = (kind: Kind, part: MissingPart) =>
    counts[lacks.findIndex(lack => lack.kind === kind && lack.part === part)] ?? 0
  const figuresOf = <Of extends Kind>(of: readonly Of[], part: MissingPart) =>
    byName(
      of,
      (kind: Of): (typeof kinds)[Of]['figure'] => kinds[kind].figure,
      kind => countOf(kind, part),
    )
  return {
    unfinishedUploads,
    failedUploads,
    failedJobs,
    unreadMessages,
    withoutFile: figuresOf(kindsLacking('file'), 'file'),
    withoutImage: figuresOf(kindsLacking('image'), 'image'),
    damaged: figuresOf(kindsLacking('damaged'), 'damaged'),
    deadMirrors: figuresOf(kindsLacking('mirror'), 'mirror'),
    deadLinkCauses: await countDeadCauses(database),
  }
}
