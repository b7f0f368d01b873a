import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { createLog } from './base/log.ts'
import type { Config } from './config.ts'
import { secretKeyOf } from './staff/accounts/secret-box.ts'
import { workerArguments } from './worker-arguments.ts'

/**
 * Keeps several processes behind one port. They share the database and the store of files and nothing else: each has a folder of
 * its own in the data directory. One that ends is started again; a hangup starts them anew one after the other, so that
 * somebody always answers, and stops at one that cannot start; a signal to end ends all.
 * Shape: resolves when each serves or has ended. Errors: ends this process as the first of them ended, where it never served.
 */
export async function keepWorkers(config: Config): Promise<void> {
  const log = await createLog({ level: config.logLevel, isForPeople: process.stdout.isTTY })
  const key = secretKeyOf(config)
  const workers = new Map<number, Worker>()
  let hasServed = false
  let isClosing = false

  function begin(place: number): Worker {
    cluster.setupPrimary({
      exec: path.join(import.meta.dirname, 'main.ts'),
      args: workerArguments({ place, processes: config.workers }),
    })
    const worker = cluster.fork({
      WORKERS: '1',
      SECRET_KEY: key,
      DATA_DIR: path.join(config.dataDir, 'workers', String(place)),
    })
    workers.set(place, worker)
    worker.once('exit', (code, signal) => {
      if (!isWanted(place, worker)) return
      log.error({ place, code, signal }, 'a process ended and is started again')
      void wait(limits.workerRestartMs).then(() => (isWanted(place, worker) ? begin(place) : undefined))
    })
    return worker
  }

  const isWanted = (place: number, worker: Worker) => hasServed && !isClosing && workers.get(place) === worker

  /** Ends one and waits for the next in its place. Shape: whether that one serves. */
  async function renew(place: number): Promise<boolean> {
    const worker = workers.get(place)
    workers.delete(place)
    if (worker !== undefined) await end(worker, 'SIGTERM')
    return !isClosing && (await serves(begin(place)))
  }

  async function renewAll(): Promise<void> {
    for (const place of [...workers.keys()].toSorted((one, other) => one - other)) {
      if (await renew(place)) continue
      if (!isClosing)
        log.error({ place }, 'a process could not start anew; the processes after it stay as they are')
      return
    }
    log.info('every process was started anew')
  }

  let renewing: Promise<void> | undefined
  process.on('SIGHUP', () => {
    if (renewing === undefined) log.info('a hangup before every process was begun changes nothing')
    renewing = renewing?.then(renewAll)
  })

  const close = async (signal: NodeJS.Signals) => {
    if (isClosing) return
    isClosing = true
    /* Among them the one that a hangup is ending, which has lost its place. */
    await Promise.all(
      Object.values(cluster.workers ?? {}).map(async worker => worker && (await end(worker, signal))),
    )
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal))

  const first = begin(1)
  if (!(await serves(first))) process.exit(first.process.exitCode ?? 1)
  hasServed = true
  if (isClosing) return
  const places = Array.from({ length: config.workers - 1 }, (_, index) => index + 2)
  const others = await Promise.all(places.map(place => serves(begin(place))))
  const processes = 1 + others.filter(Boolean).length
  if (processes === config.workers) log.info({ processes }, 'several processes serve behind one port')
  else
    log.error({ processes, wanted: config.workers }, 'fewer processes serve behind the port than are wanted')
  renewing = Promise.resolve()
}

/** Waits until a process answers, or has ended. Shape: whether it answers. */
async function serves(worker: Worker): Promise<boolean> {
  return Promise.race([once(worker, 'listening').then(() => true), once(worker, 'exit').then(() => false)])
}

async function end(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill(signal)
  await ended
}
