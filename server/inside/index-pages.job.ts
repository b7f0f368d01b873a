import { sql } from 'kysely'
import type { OpenDatabase, Transaction } from '#server/base/db/types.ts'
import { indexPagesJob } from '#server/files/page-texts/index-pages.kind.ts'
import { handleJob } from '#server/jobs/declare-job.ts'
import type { JobHandler } from '#server/jobs/declare-job.ts'
import { enqueueJobs } from '#server/jobs/enqueue.ts'
import { letOthersRun } from '#server/search/let-others-run.ts'
import { listWaiting, needsIndexing, numberOfFile, putPages, removeUnread } from './index-pages.ts'
import type { IndexedPage } from './index-pages.ts'
import { keysOfPage } from './page-keys.ts'

type Given = Pick<OpenDatabase, 'kysely'>

/** So few that no write of a record waits for them. */
const pagesAtOnce = 8
const pagesOfTurn = 200
const filesAtOnce = 20
/** After what people wait for. */
const afterAll = -5

type Write = <Result>(act: (transaction: Transaction) => Promise<Result>) => Promise<Result>

/** How the texts of a file's pages come into the index. */
export function indexPagesHandler(database: Given): JobHandler {
  return handleJob(indexPagesJob, async (steps, { sha256 }) => {
    const isDone = await indexFile(database, act => steps.write(act), sha256, steps.signal)
    /* Others of its lane have their turn. */
    if (!isDone) return transaction => wantAgain(transaction, [sha256])
  })
}

/**
 * Brings what the index has of a file's pages up to their texts, a few pages in each write. What is there already costs
 * nothing, so it may be ended and begun again. Shape: whether all is done.
 */
export async function indexFile(
  { kysely }: Given,
  write: Write,
  sha256: string,
  signal?: AbortSignal,
): Promise<boolean> {
  await write(transaction => removeUnread(transaction, sha256))
  const fileNo = await write(transaction => numberOfFile(transaction, sha256))
  if (fileNo === undefined) return true
  for (let after = 0, count = 0; count < pagesOfTurn;) {
    signal?.throwIfAborted()
    const waiting = await listWaiting(kysely, sha256, after, pagesAtOnce)
    const last = waiting.at(-1)
    if (!last) return true
    const pages: IndexedPage[] = []
    for (const each of waiting) {
      pages.push({ ...each, ...keysOfPage(each.text, fileNo) })
      await letOthersRun()
    }
    await write(transaction => putPages(transaction, fileNo, pages))
    after = last.page
    count += pages.length
  }
  return false
}

/** Wants indexed what was read before there was an index, or indexed in an older shape. */
export async function adoptPageTexts({ kysely }: Given, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const { rows } = await sql<{ sha256: string; isWaiting: boolean }>`
      select f.file_hash as sha256, ${needsIndexing} as is_waiting from page_text_files f
      where f.file_hash > ${after} order by f.file_hash limit ${filesAtOnce}`.execute(kysely)
    const wanted = rows.filter(({ isWaiting }) => isWaiting).map(({ sha256 }) => sha256)
    if (wanted.length > 0) await kysely.transaction().execute(transaction => wantAgain(transaction, wanted))
    const last = rows.at(-1)
    if (!last) return
    after = last.sha256
  }
}

async function wantAgain(transaction: Transaction, sha256s: readonly string[]): Promise<void> {
  const { rows } = await sql<{ sha256: string; name: string }>`
    select id as sha256, name from files where id = any(${[...sha256s]}::text[])`.execute(transaction)
  await enqueueJobs(
    transaction,
    indexPagesJob,
    rows.map(({ sha256, name }) => ({ key: sha256, title: name, input: { sha256 }, priority: afterAll })),
  )
}
