import { createHash } from 'node:crypto'
import { AppError, errorCodeOf } from '#contract/errors.ts'
import type { Queryable } from '#server/base/db/types.ts'
import type { AuditedTransaction } from './write-audited.ts'

/** One person's try to add one record: the same key and body, however often it is sent. */
export interface CreationTry {
  userId: string
  key: string
  path: string
  bodySha256: string
}

/** What a creation may be told beside its input. */
export interface CreationOptions {
  /** For content that is older than its arrival here. */
  at?: Date
  attempt?: CreationTry | undefined
}

/** What the first try under a key did. */
export interface UsedKey {
  path: string
  bodySha256: string
  recordId: string
  answer: Record<string, unknown>
}

/** A value as JSON in one form only: fields by name, absent ones left out. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_field, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}

/** The try that a key and a checked body make. */
export function creationTry(userId: string, key: string, path: string, body: unknown): CreationTry {
  const bodySha256 = createHash('sha256').update(canonicalJson(body)).digest('hex')
  return { userId, key, path, bodySha256 }
}

/** True when a key was used by this very try. */
export function isSameTry(used: UsedKey, attempt: CreationTry): boolean {
  return used.path === attempt.path && used.bodySha256 === attempt.bodySha256
}

/** What the first try under this person's key did, or undefined while none has succeeded. */
export function findUsedKey(
  db: Queryable,
  { userId, key }: Pick<CreationTry, 'userId' | 'key'>,
): Promise<UsedKey | undefined> {
  return db
    .selectFrom('creationKeys')
    .select(['path', 'bodySha256', 'recordId', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/**
 * Takes the key for the record that this transaction adds; waits for another try that is taking it.
 * Errors: `key_used` when another try has added its record.
 */
export async function claimKey(
  transaction: AuditedTransaction,
  attempt: CreationTry | undefined,
  answer: { id: string } & Record<string, unknown>,
): Promise<void> {
  if (!attempt) return
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('creationKeys')
    .values({ ...attempt, recordId: answer.id, answer: JSON.stringify(answer) })
    .onConflict(conflict => conflict.columns(['userId', 'key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError('key_used')
}

/**
 * Does an act once for all tries under a key: a try whose answer was lost gets it again.
 * Errors: `key_used` when the key was used for another body, and those of the act.
 */
export async function answerOnce<Answer>(
  db: Queryable,
  attempt: CreationTry | undefined,
  act: () => Promise<Answer>,
  again: (kept: UsedKey['answer']) => Answer,
): Promise<Answer> {
  if (!attempt) return act()
  const answerOf = (used: UsedKey) => {
    if (isSameTry(used, attempt)) return again(used.answer)
    throw new AppError('key_used', { stored: used.answer })
  }
  const used = await findUsedKey(db, attempt)
  if (used) return answerOf(used)
  try {
    return await act()
  } catch (error) {
    // Of two tries at once the second one waits for the first, and then finds what it did, or its key.
    const since = errorCodeOf(error) !== undefined && (await findUsedKey(db, attempt))
    if (since) return answerOf(since)
    throw error
  }
}

/** Forgets the keys of before a moment. Shape: how many there were. */
export async function dropCreationKeys(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('creationKeys')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('userId', 'key'),
        'in',
        selectFrom('creationKeys')
          .select(['userId', 'key'])
          .where('createdAt', '<', before)
          .limit(limit)
          .$asTuple('userId', 'key'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
