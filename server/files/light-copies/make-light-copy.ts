import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { limits } from '#contract/limits.ts'
import { sha256OfFileAddress } from '#contract/paths.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Transaction } from '#server/base/db/types.ts'
import { hasLittleMemory } from '#server/base/large-works.ts'
import type { LastWrite } from '#server/jobs/declare-job.ts'
import { JobFailure } from '#server/jobs/job-failure.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { listUsers } from '../files.repository.ts'
import type { FileParts, FilesService } from '../files.types.ts'
import type { LocalOriginals } from '../local-originals.ts'
import { listsShowing } from '../lists-showing.ts'
import { findReadFile } from '../page-texts/page-texts.repository.ts'
import { newIncomingPath, whileHeld } from '../receive.ts'
import { absenceWords, littleMemory } from './absence-words.ts'
import type { ComparisonTask } from './compare-copies.step.ts'
import * as repository from './light-copies.repository.ts'
import type { LightAbsence, RowFacts } from './light-copies.types.ts'
import type { MakingTask, PagesDone } from './make-copy.step.ts'
import { settleCopy } from './settle-copy.ts'

export interface MakingDeps extends Pick<FileParts, 'database' | 'incoming' | 'log'> {
  originals: Pick<LocalOriginals, 'use'>
  find: FilesService['find']
  store: FilesService['store']
}

/**
 * Makes the light copy of a file, where it saves a third or more and every page looks and reads as before; none in little
 * memory, where all that people wait for would wait for it.
 * Errors: what is wrong with the store or the database, and the first failures of a thread, to be tried again; the reason
 * of the signal.
 */
export async function makeLightCopy(
  deps: MakingDeps,
  sha256: string,
  steps: JobSteps,
  changes: Pick<Changes, 'announce'>,
): Promise<LastWrite | void> {
  /* Whoever may hold more finds it out. */
  if (hasLittleMemory()) {
    steps.remark(littleMemory)
    return
  }
  const db = deps.database.kysely
  const file = await findReadFile(db, sha256)
  /* No record names it any more, not even a deleted one. */
  if (file === undefined) return
  /* Staff may want at once what is looked at again only later. */
  if (!(await repository.listUnsettled(db, [sha256], 0)).has(sha256)) return
  const known = await repository.findRow(db, sha256)
  /* What was too complex before has one try. */
  const isLastTry = known?.absence === 'too-complex'
  const target = newIncomingPath(deps.incoming)
  const absent = (absence: LightAbsence, cause?: unknown): LastWrite => {
    deps.log.info({ sha256, absence, err: cause }, 'files: a PDF has no light copy')
    steps.remark(absenceWords[absence] ?? null)
    return transaction => letGo(transaction, { absence })
  }
  /** Those who show a copy of an older maker no longer do. */
  const letGo = async (transaction: Transaction, facts: RowFacts) => {
    const isShown = await repository.hasCopy(transaction, sha256)
    await settleCopy(transaction, sha256, facts)
    if (isShown) await tell(transaction)
  }
  const tell = async (transaction: Transaction) => {
    const lists = listsShowing(await listUsers(transaction, sha256))
    if (lists.length > 0) await changes.announce(transaction, lists)
  }
  try {
    if ((await deps.find(sha256)).size > limits.maxLightSourceBytes) return absent('too-large')
    if (steps.interruptions > (isLastTry ? 0 : limits.jobFreeInterruptions)) return absent('too-complex')
    const absence = await deps.originals.use(sha256, source =>
      whileHeld(target, () => makeAndCompare(source, target, steps)),
    )
    if (absence !== null) return absent(absence)
    const light = await deps.store(createReadStream(target), { name: lightName(file.name), kind: 'pdf' })
    const lightHash = sha256OfFileAddress(light.url)
    if (lightHash === undefined) throw new Error('A stored file has an address of ours')
    return async transaction => {
      await settleCopy(transaction, sha256, { lightHash })
      await tell(transaction)
    }
  } catch (error) {
    if (steps.signal.aborted || !(error instanceof JobFailure)) throw error
    const failures = (known?.failures ?? 0) + 1
    if (error.isFinal || isLastTry || failures >= limits.maxLightCopyFailures)
      return absent('too-complex', error)
    await steps.write(transaction => letGo(transaction, { failures }))
    throw error
  } finally {
    await rm(target, { force: true })
  }
}

/** Pages that come out otherwise are left as they are, once. Shape: why there is no copy, or null. */
async function makeAndCompare(file: string, target: string, steps: JobSteps): Promise<LightAbsence | null> {
  const { size } = await stat(file)
  let except: number[] = []
  for (const half of [0, 1] as const) {
    /* With what is compared, twice as many pages; should some be left out, all is done once more. */
    const onReport = (at: 0 | 1) => (report: unknown) => {
      const { done, total } = report as PagesDone
      if (half === 0) steps.progress(at * total + done, 2 * total)
    }
    await writeFile(target, '')
    const absence = await steps.inThread<LightAbsence | null>({
      module: new URL('./make-copy.step.ts', import.meta.url),
      task: { file, target, except } satisfies MakingTask,
      ...threadLimits,
      onReport: onReport(0),
    })
    if (absence !== null) return absence
    if ((await stat(target)).size > size * (1 - limits.leastLightSaving)) return 'not-lighter'
    const apart = await steps.inThread<number[] | null>({
      module: new URL('./compare-copies.step.ts', import.meta.url),
      task: { file, copy: target } satisfies ComparisonTask,
      ...threadLimits,
      onReport: onReport(1),
    })
    if (apart === null) return 'differs'
    if (apart.length === 0) return null
    except = apart
  }
  return 'differs'
}

const threadLimits = {
  timeMs: limits.lightCopyMs,
  silenceMs: limits.lightCopyPageMs,
  memoryMb: limits.lightCopyMemoryMb,
}

/** What the light copy of a file is called. */
export function lightName(name: string): string {
  return `${name.replace(/\.pdf$/i, '')} (نسخة خفيفة).pdf`
}
