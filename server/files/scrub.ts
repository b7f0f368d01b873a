import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { errorCodeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import * as repository from './files.repository.ts'
import type { FileRow } from './files.repository.ts'
import type { FileParts } from './files.types.ts'
import { findOrphans } from './housekeeping.ts'

export type Damage = 'missing' | 'rotten' | 'orphaned'

/** What is wrong with one object. */
export interface Finding {
  damage: Damage
  key: string
  /** The readable name, when a row knows it. */
  name: string | undefined
}

export interface ScrubReport {
  /** How many files were read from end to end. */
  checked: number
  bytes: number
  findings: Finding[]
}

const pageSize = 200

async function damageOf({ objects }: FileParts, row: FileRow): Promise<Damage | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(await objects.read(row.objectKey), hash)
  } catch (error) {
    if (errorCodeOf(error) === 'file_not_found') return 'missing'
    throw error
  }
  return hash.digest('hex') === row.id ? undefined : 'rotten'
}

/** Reads every file from end to end and compares it with its hash; changes nothing. Units: bytes. */
export async function scrubFiles(
  parts: FileParts,
  tell: (finding: Finding) => void = () => undefined,
  orphanedBefore = new Date(Date.now() - limits.incomingIdleMs),
): Promise<ScrubReport> {
  const report: ScrubReport = { checked: 0, bytes: 0, findings: [] }
  const add = (finding: Finding) => {
    report.findings.push(finding)
    tell(finding)
  }
  let after = ''
  for (;;) {
    const page = await repository.listFilesAfter(parts.database.kysely, after, pageSize)
    for (const row of page) {
      const damage = await damageOf(parts, row)
      if (damage !== undefined) add({ damage, key: row.objectKey, name: row.name })
      report.checked += 1
      report.bytes += row.size
      after = row.id
    }
    if (page.length < pageSize) break
  }
  for await (const orphan of findOrphans(parts, orphanedBefore)) {
    add({ damage: 'orphaned', key: orphan.key, name: undefined })
  }
  return report
}
