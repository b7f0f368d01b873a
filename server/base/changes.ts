import { sql } from 'kysely'
import { kindNames, kinds, type KindList } from '#contract/kinds.ts'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'

/**
 * What a page can show; a write to a resource makes the pages with its tag stale. `drafts` stands for records of any
 * kind that nobody but staff sees, before the write and after it.
 */
export type ChangeTag = KindList | 'settings' | 'drafts'
const changeTags: readonly ChangeTag[] = [...kindNames.map(kind => kinds[kind].list), 'settings', 'drafts']

type ChangeHandler = (tags: readonly ChangeTag[]) => void

/** Tells every process which parts of the site a committed write has changed. */
export interface Changes {
  /** Announces from inside the write's transaction; other processes hear it when it commits. */
  announce(transaction: Transaction, tags: readonly ChangeTag[]): Promise<void>
  /** Tells this process at once, before the write is answered. */
  tellHere(tags: readonly ChangeTag[]): void
  /** Calls `handler` for every change, of this process and of others. */
  onChange(handler: ChangeHandler): void
}

export const changesChannel = 'rafid_changes'

function isChangeTag(text: string): text is ChangeTag {
  return (changeTags as readonly string[]).includes(text)
}

/**
 * Opens the announcements over the database's LISTEN/NOTIFY. After the line was away everything counts as changed.
 * Source: P14.3.
 */
export async function createChanges(database: OpenDatabase): Promise<Changes> {
  const handlers: ChangeHandler[] = []
  const tell: ChangeHandler = tags => {
    for (const handler of handlers) handler(tags)
  }
  await database.listen(
    changesChannel,
    payload => tell(payload.split(',').filter(isChangeTag)),
    () => tell(changeTags),
  )
  return {
    async announce(transaction, tags) {
      await sql`select pg_notify(${changesChannel}, ${tags.join(',')})`.execute(transaction)
    },
    tellHere: tell,
    onChange(handler) {
      handlers.push(handler)
    },
  }
}
