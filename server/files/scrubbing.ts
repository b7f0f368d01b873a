import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import type { FileHealth, Health } from './file-health.ts'
import * as repository from './files.repository.ts'
import type { FileParts } from './files.types.ts'
import type { KnownFile } from './known-file.ts'

/**
 * Walks over all stored files for as long as the process runs, slowly, so that damage is known before somebody asks: what
 * somebody has written to since it was proven, and what was proven long ago, is read from end to end. Shape: a function that
 * ends the walk and waits for the file it is at.
 */
export function startScrubbing(
  { database, log }: Pick<FileParts, 'database' | 'log'>,
  health: Pick<FileHealth, 'lookAt'>,
): () => Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const rest = (ms: number) => wait(ms, undefined, { signal, ref: false })

  async function lookAt(file: KnownFile): Promise<Health | 'unknown'> {
    try {
      return await health.lookAt(file)
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ err: error, sha256: file.id }, 'files: a file could not be looked at')
      return 'unknown'
    }
  }

  /* Over all walks: a store that is away is still away at the next one. */
  let lostInTurn = 0

  async function walk(from: string): Promise<void> {
    let after = from
    do {
      const file = await repository.findFileAfter(database.kysely, after)
      if (file === undefined) return
      const startedAt = performance.now()
      const how = await lookAt(file)
      /* What was missing before says nothing of the store of today. */
      const isKnown = how === 'missing' && file.damage === how
      if (!isKnown) lostInTurn = how === 'missing' || how === 'unknown' ? lostInTurn + 1 : 0
      const tookMs = performance.now() - startedAt
      await rest(Math.max(limits.fileScrubRestMs, tookMs * limits.fileScrubRestShare))
      after = file.id
    } while (lostInTurn < limits.fileScrubLostMost)
    log.error({ lostInTurn }, 'files: so many are lost in turn that the store may be another one')
  }

  async function walkOn(): Promise<void> {
    /* Anywhere at first, so that a process that is restarted often comes to all of them. */
    for (let from = randomBytes(32).toString('hex'); !signal.aborted; from = '') {
      await rest(limits.fileScrubPauseMs)
      await walk(from).catch((error: unknown) => {
        if (!signal.aborted)
          log.warn({ err: error }, 'files: a walk over the files did not end, the next one begins anew')
      })
    }
  }

  const walking = walkOn().catch(() => undefined)
  return async () => {
    over.abort()
    await walking
  }
}
