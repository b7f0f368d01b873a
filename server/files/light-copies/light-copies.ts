import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import type { FileLightCopy } from '#contract/resources/file.ts'
import { hasLittleMemory } from '#server/base/large-works.ts'
import { createLocalOriginals } from '../local-originals.ts'
import type { FileParts, FilesService } from '../files.types.ts'
import { findReadFile, listReadFiles } from '../page-texts/page-texts.repository.ts'
import { absenceWords, lightAlready, littleMemory } from './absence-words.ts'
import { wantLightCopies } from './light-copies.jobs.ts'
import * as repository from './light-copies.repository.ts'
import type { LightCopies } from './light-copies.types.ts'
import { makeLightCopy } from './make-light-copy.ts'

const adoptedAtOnce = 200

/** Makes and finds light copies; the calls are those of the files service. */
export function createLightCopies(
  { database, incoming, log }: Pick<FileParts, 'database' | 'incoming' | 'log'>,
  { find, open, store }: Pick<FilesService, 'find' | 'open' | 'store'>,
): LightCopies {
  const db = database.kysely
  const originals = createLocalOriginals({ incoming }, open)
  const deps = { database, incoming, log, originals, find, store }

  return {
    stateOf,

    make: (sha256, steps, changes) => makeLightCopy(deps, sha256, steps, changes),

    adopt,

    async adoptDaily(signal) {
      for (;;) {
        await adopt(signal).catch((error: unknown) => {
          signal.throwIfAborted()
          log.warn({ err: error }, 'files: PDFs without a light copy are looked for a day later')
        })
        await wait(limits.lightCopySearchMs, undefined, { signal, ref: false })
      }
    },

    close: () => originals.close(),
  }

  async function stateOf(sha256: string): Promise<FileLightCopy | null> {
    const light = await repository.findLight(db, sha256)
    if (light !== undefined) return { state: 'made', size: light.size }
    const { absence } = (await repository.findRow(db, sha256)) ?? {}
    if (absence) return { state: 'none', reason: absenceWords[absence]?.reason ?? lightAlready }
    const isUnsettled = (await repository.listUnsettled(db, [sha256])).has(sha256)
    if (!isUnsettled || (await findReadFile(db, sha256)) === undefined) return null
    return hasLittleMemory() ? { state: 'none', reason: littleMemory.reason } : { state: 'waiting' }
  }

  async function adopt(signal: AbortSignal): Promise<void> {
    if (hasLittleMemory()) {
      log.warn(
        { leastBytes: limits.littleMemoryBytes },
        'files: no light copies are made, since this process may hold too little memory',
      )
      return
    }
    let after = ''
    for (;;) {
      signal.throwIfAborted()
      const files = await listReadFiles(db, repository.isUnsettled(), after, adoptedAtOnce)
      if (files.length > 0)
        await db.transaction().execute(transaction => wantLightCopies(transaction, files, 'known'))
      if (files.length < adoptedAtOnce) return
      after = files.at(-1)?.sha256 ?? after
    }
  }
}
