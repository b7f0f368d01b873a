import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
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

/**
 * Answers requests for backups that come from now on; what a command or a server that was killed has left behind is cleared
 * away. Ends with the returned function, which ends one under way.
 */
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
      await tell({ state: 'failed', message: describe(error) })
    }
  }

  async function look(): Promise<void> {
    const names = await readdir(directory).catch(() => [])
    for (const name of names) {
      if (name.endsWith(asked) && !signal.aborted) await answer(name.slice(0, -asked.length))
    }
  }

  const looking = (async () => {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
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
 * Errors: throws what the server says; throws when no server takes the request, and when it ends before the backup does.
 */
export async function requestBackup(
  dataDir: string,
  order: BackupOrder,
  tell: Tell,
  isServerThere: () => boolean,
  takenWithinMs = limits.backupRequestTakenMs,
): Promise<BackupReport> {
  const directory = directoryOf(dataDir)
  const id = randomUUID()
  const request = path.join(directory, id + asked)
  const file = path.join(directory, id + told)
  const forget = () => {
    for (const each of [request, file]) rmSync(each, { force: true })
  }
  await writeWhole(request, order).catch((cause: unknown) => {
    throw new Error(
      `لا يمكن أن يُطلب من الخادم شيء في هذا المجلد. Run the command as the user of the server: ${directory} cannot be written to.`,
      { cause },
    )
  })
  const askedAt = performance.now()
  let wasTaken = false
  process.once('exit', forget)
  try {
    for (;;) {
      // Asked first: what the server wrote at its very end is read all the same.
      const isThere = isServerThere()
      const state = await readState(file)
      if (state?.state === 'done') return { ...state.report, wrong: state.report.wrong }
      if (state?.state === 'failed') throw new Error(state.message)
      if (!isThere || (wasTaken && state === undefined))
        throw new Error('توقف الخادم قبل أن تكتمل النسخة. The server has stopped: run the command again.')
      if (state === undefined && performance.now() - askedAt > takenWithinMs)
        throw new Error(
          'لم يستجب الخادم. Nobody answers, though the database is open: is it another command, or a server that makes another backup?',
        )
      wasTaken = state !== undefined
      if (state?.progress !== undefined) tell(state.progress)
      await wait(limits.backupRequestLookMs)
    }
  } finally {
    process.off('exit', forget)
    forget()
  }
}

/** A failure with its causes, as whoever runs the command reads it. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

async function readState(file: string): Promise<RequestState | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
