import { sql } from 'kysely'
import { errorCodeOf } from '#contract/errors.ts'
import { kindNames, kinds, type KindList } from '#contract/kinds.ts'
import { limits } from '#contract/limits.ts'
import { ShapedStatement } from '#server/base/db/shaped-statement.ts'
import type { DatabaseLog, OpenDatabase, Queryable, Transaction } from '#server/base/db/types.ts'
import { unawaited } from '#server/base/db/unawaited.ts'
import { workBehindWriters, type BehindWriters } from './behind-writers.ts'
import { apartFromRequests } from './request-id.ts'

/**
 * What a page can show; a write to a resource makes the pages with its tag stale. Every page has `settings`;
 * `exam-dates` is apart from it, so that only the pages that show days of exams go stale with them. `drafts` stands for
 * records of any kind that nobody but staff sees, before the write and after it; `mirrors` stands beside all kinds where a link
 * elsewhere died or lives again; `withdrawals` stands beside another tag where something that was public is not any more;
 * `gap` stands beside all of them where nobody knows what was missed.
 */
export type ChangeTag = KindList | 'settings' | 'exam-dates' | 'drafts' | 'mirrors' | 'withdrawals' | 'gap'
const pageTags: readonly ChangeTag[] = [
  ...kindNames.map(kind => kinds[kind].list),
  'settings',
  'exam-dates',
  'drafts',
  'mirrors',
]
const announcedTags: readonly ChangeTag[] = [...pageTags, 'withdrawals']

/** Whether something that was public may not be any more: it was taken back, or nobody knows. */
export function mayTakeBack(tags: readonly ChangeTag[]): boolean {
  return tags.includes('withdrawals') || tags.includes('gap')
}

/** What it gives back is waited for before a write of this process is answered. */
type ChangeHandler = (tags: readonly ChangeTag[]) => unknown

/** Tells every process which parts of the site a committed write has changed. */
export interface Changes {
  /** Announces from inside the write's transaction; other processes hear it when it commits. */
  announce(transaction: Transaction, tags: readonly ChangeTag[]): Promise<void>
  /**
   * The same for writes that are many: notes the change in the transaction. Nobody hears of it before `tellAll`, or some
   * seconds later where this process ends between.
   */
  note(transaction: Transaction, tags: readonly ChangeTag[]): Promise<void>
  /** Tells this process what was noted and is committed, as `tellHere`, and the others, and waits for both. */
  tellAll(tags: readonly ChangeTag[]): Promise<void>
  /** Tells this process at once, and waits for what has to be done before the write is answered. */
  tellHere(tags: readonly ChangeTag[]): Promise<void>
  /** Calls `handler` for every change, of this process and of others; what it begins belongs to no request. */
  onChange(handler: ChangeHandler): void
  close(): Promise<void>
}

export const changesChannel = 'rafid_changes'

function isChangeTag(text: string): text is ChangeTag {
  return (announcedTags as readonly string[]).includes(text)
}

/** Tells every process what a write has changed, when it is committed. */
export async function announceChange(database: Queryable, tags: readonly ChangeTag[]): Promise<void> {
  await sql`select pg_notify(${changesChannel}, ${tags.join(',')}) ${unawaited}`.execute(database)
}

const noting = new ShapedStatement()

async function noteChange(transaction: Transaction, tags: readonly ChangeTag[]): Promise<void> {
  await noting.rows(
    transaction,
    { tags },
    own => sql`insert into announcements (tags) values (${own.tags}) ${unawaited}`,
  )
}

const spreadingNoted = new ShapedStatement()

/**
 * Starts to announce what was noted and is committed. A transaction that announces itself waits, from its commit on and
 * while that is written to the disk, for every other that does, in all databases of the server; those that note are written
 * together, and are announced in one statement, whose own end need not be on the disk: what a crash brings back is
 * announced twice.
 */
function startSpreading({ kysely }: OpenDatabase, log?: Pick<DatabaseLog, 'warn'>): BehindWriters {
  return workBehindWriters({
    soonMs: limits.announcementLookMs,
    lookMs: limits.announcementLookMs,
    async doSome() {
      await spreadingNoted.rows(
        kysely,
        { channel: changesChannel },
        ({ channel }) => sql`
          with told as (
            delete from announcements where id in (select id from announcements for update skip locked) returning tags
          ), tags as (
            select string_agg(distinct tag, ',') as list from told, unnest(tags) as tag
          )
          select pg_notify(${channel}, list), set_config('synchronous_commit', 'off', true)
          from tags where list is not null`,
      )
      return false
    },
    failed(error) {
      if (errorCodeOf(error) !== 'unavailable') log?.warn({ err: error }, 'a change could not be announced')
    },
  })
}

/**
 * Opens the announcements over the database's LISTEN/NOTIFY. After the line was away everything counts as changed, and
 * what may have been taken back is looked for. Source: P14.3.
 */
export async function createChanges(
  database: OpenDatabase,
  log?: Pick<DatabaseLog, 'warn'>,
): Promise<Changes> {
  const handlers: ChangeHandler[] = []
  const tell = async (tags: readonly ChangeTag[]) => {
    await apartFromRequests(() => Promise.all(handlers.map(handler => handler(tags))))
  }
  await database.listen(
    changesChannel,
    payload => void tell(payload.split(',').filter(isChangeTag)),
    () => void tell([...pageTags, 'gap']),
  )
  const spreading = database.engine === 'postgres' ? startSpreading(database, log) : undefined
  return {
    announce: announceChange,
    note: spreading ? noteChange : announceChange,
    async tellAll(tags) {
      await Promise.all([tell(tags), spreading?.run()])
    },
    tellHere: tell,
    close: async () => spreading?.close(),
    onChange(handler) {
      handlers.push(handler)
    },
  }
}
