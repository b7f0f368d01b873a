import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { isMissing } from '#server/files/storage-errors.ts'
import type { Tell } from './backup.types.ts'
import type { BackupOrder, BackupReport } from './run-backup.ts'

/*
 * An embedded database belongs to one process. A command that wants a backup while the server runs leaves a request in
 * the data directory, and the server writes beside it how far it is: whoever may write there owns everything anyway.
 */

const orderSchema = z.object({ target: z.string(), keep: z.int().min(1), verifies: z.boolean() })

const progressSchema = z.object({
  act: z.enum(['copied', 'checked']),
  done: z.number(),
  of: z.number(),
  doneBytes: z.number(),
  ofBytes: z.number(),
})

const reportSchema = z.object({
  name: z.string(),
  files: z.number(),
  rows: z.number(),
  copied: z.number(),
  copiedBytes: z.number(),
  removedBackups: z.number(),
  damaged: z.array(z.string()),
  wrong: z.array(z.string()).optional(),
})

const stateSchema = z.union([
  z.object({ state: z.literal('running'), progress: progressSchema.optional() }),
  z.object({ state: z.literal('done'), report: reportSchema }),
  z.object({ state: z.literal('failed'), message: z.string() }),
])
type RequestState = z.infer<typeof stateSchema>

const directoryOf = (dataDir: string) => path.join(dataDir, 'backup-requests')
const asked = '.asked.json'
const told = '.told.json'

/** Written beside and put in place, so that nobody reads half of it. */
async function writeWhole(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.part`, JSON.stringify(content), { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/** Answers requests for backups until the returned function is called, which ends one under way. */
export function answerRequests(
  dataDir: string,
  act: (order: BackupOrder, tell: Tell, signal: AbortSignal) => Promise<BackupReport>,
  lookEveryMs = limits.backupRequestLookMs,
): () => Promise<void> {
  const directory = directoryOf(dataDir)
  const closing = new AbortController()
  const { signal } = closing

  async function answer(id: string): Promise<void> {
    const file = path.join(directory, id + asked)
    const tell = (state: RequestState) => writeWhole(path.join(directory, id + told), state)
    try {
      const order = orderSchema.parse(JSON.parse(await readFile(file, 'utf8')))
      await rm(file)
      await tell({ state: 'running' })
      let writing: Promise<void> | undefined
      const show: Tell = progress => {
        writing ??= tell({ state: 'running', progress }).finally(() => {
          writing = undefined
        })
      }
      const report = await act(order, show, signal).finally(() => writing)
      await tell({ state: 'done', report })
    } catch (error) {
      await rm(file, { force: true })
      await tell({ state: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
  }

  async function look(): Promise<void> {
    const names = await readdir(directory).catch(() => [])
    for (const name of names) {
      if (name.endsWith(asked) && !signal.aborted) await answer(name.slice(0, -asked.length))
    }
  }

  const looking = (async () => {
    while (!signal.aborted) {
      await look().catch(() => undefined)
      await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
  return async () => {
    closing.abort()
    await looking
  }
}

/**
 * Asks the server that holds a data directory for a backup and waits for it.
 * Errors: throws what the server says; throws when `isServerThere` says no before the server has answered.
 */
export async function requestBackup(
  dataDir: string,
  order: BackupOrder,
  tell: Tell,
  isServerThere: () => boolean,
): Promise<BackupReport> {
  const directory = directoryOf(dataDir)
  const id = randomUUID()
  const file = path.join(directory, id + told)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeWhole(path.join(directory, id + asked), order)
  try {
    for (;;) {
      // Asked first: what the server wrote at its very end is read all the same.
      const isThere = isServerThere()
      const state = await readState(file)
      if (state?.state === 'done') return { ...state.report, wrong: state.report.wrong }
      if (state?.state === 'failed') throw new Error(state.message)
      if (!isThere)
        throw new Error('توقف الخادم قبل أن تكتمل النسخة. The server has stopped: run the command again.')
      if (state?.progress !== undefined) tell(state.progress)
      await wait(limits.backupRequestLookMs)
    }
  } finally {
    await rm(path.join(directory, id + asked), { force: true })
    await rm(file, { force: true })
  }
}

async function readState(file: string): Promise<RequestState | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
