import { sql } from 'kysely'

const mark = '/* unawaited */'

/**
 * The end of a statement that nobody reads anything of. On a server the next statement of its transaction is sent without
 * waiting for it, and its error is that of the next one that is waited for, at the latest of the commit.
 */
export const unawaited = sql<never>`${sql.raw(mark)}`

/** Whether a statement ends so. */
export const isUnawaited = (text: string): boolean => text.endsWith(mark)
