import { Readable } from 'node:stream'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { kindNames, kinds, type KindList } from '#contract/kinds.ts'
import type { FileKind } from '#contract/resources/file.ts'
import { codeOfError } from '#server/base/http/errors.ts'
import type { Services } from '#server/services.ts'
import type { DemoFile } from './demo-file.ts'
import type { DemoPart } from './demo-part.ts'
import { openDrawer } from './drawer.ts'
import type { Drawer } from './drawer.ts'
import { demoProgress, setDemoProgress } from './demo-state.ts'
import { demoParts } from './kinds.ts'

type Parts = typeof demoParts

/** Everything that a demo library holds. */
export type DemoContent = { [List in KindList]: ReturnType<Parts[List]['list']> }

const lists = kindNames.map(kind => kinds[kind].list)

interface SeedOptions {
  /** Once aborted, no further record is begun. */
  signal?: AbortSignal
  /** The library whose dates count from a day. */
  content?: (day: Date) => DemoContent
  /** How long a database that is away is waited for. Units: milliseconds. */
  pauseMs?: number
}

/** So often it may be away: on a machine with much else to do it is slow to answer. */
const mostPauses = 100

/** Records in the making at one time: while one is stored, another is drawn. */
const recordsAtOnce = 3

/**
 * Fills an empty database with a library to look at; continues where an earlier start was interrupted.
 * Does nothing when demo content is turned off, in production, or when there is content already.
 * After an abort the next start continues.
 * Shape: the number of records written now.
 */
export async function seedDemo(
  services: Services,
  { signal, content = demoContent, pauseMs = 5000 }: SeedOptions = {},
): Promise<number> {
  const { config, database, log } = services
  if (!config.isDemo || config.isProduction) return 0
  const progress = await demoProgress(database.kysely)
  if (progress.state !== 'empty' && progress.state !== 'seeding') return 0
  const startedAt = performance.now()
  const day = progress.state === 'seeding' ? progress.day : new Date()
  if (progress.state === 'empty') await setDemoProgress(database.kysely, { state: 'seeding', day })
  const drawer = openDrawer()
  let written = 0
  try {
    const plan = () => planActs(services, drawer, content(day))
    written = await writeAll(plan, log, signal, pauseMs)
  } finally {
    await drawer.close()
  }
  if (signal?.aborted) return 0
  await setDemoProgress(database.kysely, { state: 'done', day })
  log.info(
    { records: written, durationMs: Math.round(performance.now() - startedAt) },
    'demo content written',
  )
  return written
}

/** Writes what is planned, and what is left of it after each pause. Shape: how many records there were to write. */
async function writeAll(
  plan: () => Promise<(() => Promise<void>)[]>,
  log: Services['log'],
  signal: AbortSignal | undefined,
  pauseMs: number,
): Promise<number> {
  const acts = await plan()
  for (let pauses = 0; ; pauses += 1) {
    try {
      await runSome(pauses === 0 ? acts : await plan(), recordsAtOnce, signal)
      return acts.length
    } catch (error) {
      if (codeOfError(error) !== 'unavailable' || pauses === mostPauses || signal?.aborted) throw error
      log.warn({ err: error }, 'demo content: the database is away, it is waited for')
      await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** The whole library. */
export function demoContent(day: Date): DemoContent {
  return Object.fromEntries(lists.map(list => [list, demoParts[list].list(day)])) as DemoContent
}

/** What is still to be written: the newest first, so that the first pages fill first, and large ones last. */
async function planActs(
  services: Services,
  { draw, drawOwn }: Drawer,
  content: DemoContent,
): Promise<(() => Promise<void>)[]> {
  const tools = {
    services,
    db: services.database.kysely,
    draw,
    drawOwn,
    store: (file: DemoFile, kind: FileKind) => storeFile(services, file, kind),
  }
  const planned = await Promise.all(
    lists.map(list => (demoParts[list] as DemoPart<unknown>).plan(content[list], tools)),
  )
  return planned
    .flat()
    .toSorted(
      (a, b) =>
        Number(a.isLarge ?? false) - Number(b.isLarge ?? false) ||
        b.createdAt.getTime() - a.createdAt.getTime(),
    )
    .map(({ act }) => act)
}

/** Stores a drawn file; lets requests that came in meanwhile go first. */
async function storeFile({ files }: Services, file: DemoFile, kind: FileKind): Promise<string> {
  await setImmediate()
  const stored = await files.store(Readable.from([file.bytes]), { name: file.name, kind })
  return stored.url
}

/** Runs so many at a time; after a failure or an abort begins no other, and settles when none is running. */
async function runSome(acts: (() => Promise<void>)[], atOnce: number, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  let position = 0
  const worker = async () => {
    for (;;) {
      const act = acts[position]
      if (!act || failures.length > 0 || signal?.aborted) return
      position += 1
      await act().catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failures.length > 0) throw failures[0]
}
