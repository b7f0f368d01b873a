import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { refuseOthersFolder } from './db/embedded/others-folder.ts'

/*
 * An embedded database belongs to one process. A command that wants something of it while the server runs leaves a request in
 * the data directory, and the server writes beside it how far it is: whoever may write there owns everything anyway.
 */

/** What a command may ask of a running server, as both write it down. */
export interface RequestKind<Order, Progress, Report> {
  /** Its folder in the data directory begins with it. */
  readonly name: string
  readonly order: z.ZodType<Order>
  readonly progress: z.ZodType<Progress>
  readonly report: z.ZodType<Report>
}

type RequestState<Progress, Report> =
  | { state: 'running'; progress?: Progress | undefined }
  | { state: 'done'; report: Report }
  | { state: 'failed'; message: string }

function stateSchemaOf<Progress, Report>({
  progress,
  report,
}: Pick<RequestKind<unknown, Progress, Report>, 'progress' | 'report'>): z.ZodType<
  RequestState<Progress, Report>
> {
  return z.union([
    z.object({ state: z.literal('running'), progress: progress.optional() }),
    z.object({ state: z.literal('done'), report }),
    z.object({ state: z.literal('failed'), message: z.string() }),
  ])
}

const directoryOf = (dataDir: string, { name }: { name: string }) => path.join(dataDir, `${name}-requests`)
const asked = '.asked.json'
const told = '.told.json'

/** Written beside and put in place, so that nobody reads half of it. */
async function writeWhole(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.part`, JSON.stringify(content), { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/**
 * Answers requests of a kind that come from now on; what a command or a server that was killed has left behind is cleared
 * away. Ends with the returned function, which ends one under way.
 */
export function answerRequests<Order, Progress, Report>(
  dataDir: string,
  kind: RequestKind<Order, Progress, Report>,
  act: (order: Order, tell: (progress: Progress) => void, signal: AbortSignal) => Promise<Report>,
  lookEveryMs = limits.serverRequestLookMs,
): () => Promise<void> {
  const directory = directoryOf(dataDir, kind)
  const closing = new AbortController()
  const { signal } = closing

  async function answer(id: string): Promise<void> {
    const file = path.join(directory, id + asked)
    const tell = (state: RequestState<Progress, Report>) => writeWhole(path.join(directory, id + told), state)
    try {
      const order = kind.order.parse(JSON.parse(await readFile(file, 'utf8')))
      await rm(file)
      await tell({ state: 'running' })
      let writing: Promise<void> | undefined
      const show = (progress: Progress) => {
        // Progress that is not told is no reason to end what goes on.
        writing ??= tell({ state: 'running', progress })
          .catch(() => undefined)
          .finally(() => {
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

  async function clear(): Promise<void> {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
  }

  const looking = (async () => {
    let isClear = false
    while (!signal.aborted) {
      // A disk that has no room now may have some later; who asks meanwhile is told that nobody can.
      isClear ||= await clear().then(
        () => true,
        () => false,
      )
      if (isClear) await look().catch(() => undefined)
      await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
  return async () => {
    closing.abort()
    await looking
  }
}

interface Asking<Progress> {
  tell: (progress: Progress) => void
  isServerThere: () => boolean
  takenWithinMs?: number
}

/**
 * Asks the server that holds a data directory for something and waits for it.
 * Errors: throws what the server says; throws when no server takes the request, and when it ends before it is done; those of
 * `refuseOthersFolder`.
 */
export async function askServer<Order, Progress, Report>(
  dataDir: string,
  kind: RequestKind<Order, Progress, Report>,
  order: Order,
  { tell, isServerThere, takenWithinMs = limits.serverRequestTakenMs }: Asking<Progress>,
): Promise<Report> {
  refuseOthersFolder(path.resolve(dataDir))
  const directory = directoryOf(dataDir, kind)
  const stateSchema = stateSchemaOf(kind)
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
      const state = await readState(file, stateSchema)
      if (state?.state === 'done') return state.report
      if (state?.state === 'failed') throw new Error(state.message)
      if (!isThere || (wasTaken && state === undefined))
        throw new Error('توقف الخادم قبل أن يكتمل الطلب. The server has stopped: run the command again.')
      if (state === undefined && performance.now() - askedAt > takenWithinMs)
        throw new Error(
          'لم يستجب الخادم. Nobody answers, though the database is open: is it another command, or a server that is at another request of this kind?',
        )
      wasTaken = state !== undefined
      if (state?.progress !== undefined) tell(state.progress)
      await wait(limits.serverRequestLookMs)
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

async function readState<State>(file: string, stateSchema: z.ZodType<State>): Promise<State | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
