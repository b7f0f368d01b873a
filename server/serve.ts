import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { largeWorks } from './base/large-works.ts'
import { shareMachine } from './base/machine-share.ts'
import type { MachineShare } from './base/machine-share.ts'
import { createLog } from './base/log.ts'
import { untilNobodyIsAtDoor } from './base/http/until-quiet.ts'
import { startNightlyDump } from './base/db/nightly-dump.ts'
import { openData } from './open-data.ts'
import { createServices } from './services.ts'
import { announceStart } from './start-notice.ts'

/**
 * Opens the database, brings it up to date, serves the site, and closes everything on a signal. One that serves beside
 * the first of several tells nobody where the site is, and writes no demo content; a hangup ends it like any other signal,
 * so that whoever keeps it starts it anew. `from` is the file that the program was loaded from, for the log.
 */
export async function serve(config: Config, share: MachineShare, from: string): Promise<void> {
  shareMachine(share)
  const isBeside = share.place !== 1
  const log = await createLog({ level: config.logLevel, isForPeople: process.stdout.isTTY })
  const stopLooking = new AbortController()
  const { database, awaited } = await openData(config, log, stopLooking.signal)
  const services = await createServices(config, database, log)
  const app = await buildApp(services)
  /* Whoever can reach the site can sign in with what the operator has configured. */
  const setupPath = awaited || isBeside ? undefined : await services.accounts.prepareFirstAdmin()
  awaited
    ?.then(() => (isBeside ? undefined : services.accounts.prepareFirstAdmin()))
    .catch((error: unknown) => {
      if (!stopLooking.signal.aborted)
        log.error({ err: error }, 'the first administrator could not be prepared')
    })
  await app.listen({ port: config.port, host: config.host })
  log.info({ from }, 'serving')

  /* A PostgreSQL server has an operator with means of their own; a backup has a dump in it. */
  const dumps =
    database.engine === 'pglite' && config.backupTo === undefined
      ? startNightlyDump(database, { directory: path.join(config.dataDir, 'dumps'), log })
      : undefined
  const stopSeeding = new AbortController()
  let seeding: Promise<unknown> = Promise.resolve()
  let isClosing = false
  const close = async (signal: string) => {
    if (isClosing) return
    isClosing = true
    log.info({ signal }, 'closing')
    stopSeeding.abort()
    stopLooking.abort()
    /* Downloads over slow lines resume with the next process; they must not hold this one. */
    const cut = setTimeout(() => app.server.closeAllConnections(), limits.closeGraceMs)
    await untilNobodyIsAtDoor(app.server)
    const answered = takeNoMore(app.server)
    await wait(limits.lastAskMs)
    await Promise.all([app.close(), answered, services.jobRunner.close()])
    clearTimeout(cut)
    await seeding
    await dumps?.stop()
    await services.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      void close(signal).catch((error: unknown) => {
        log.error({ err: error }, 'could not close cleanly')
        process.exit(1)
      })
    })
  }
  if (isBeside) return
  announceStart(app, services, setupPath)
  if (!config.isDemo) return
  seeding = import('#demo/seed-demo.ts')
    .then(({ seedDemo }) => largeWorks.beside(() => seedDemo(services, { signal: stopSeeding.signal })))
    .catch((error: unknown) => {
      log.error({ err: error }, 'the demo content could not be written; the next start continues')
    })
}

/**
 * Takes no new line, and leaves those that were just taken time to ask: `close` of HTTP would drop them as idle ones.
 * Those that the system alone has taken are broken: call it when nobody stands at the door.
 * Shape: resolves when every line has ended.
 */
function takeNoMore(server: net.Server): Promise<void> {
  return new Promise(resolve => net.Server.prototype.close.call(server, () => resolve()))
}
