import { limits } from '#contract/limits.ts'
import type { FileDamage } from '#contract/resources/file.ts'
import { compareWithHash } from './file-health.ts'
import * as repository from './files.repository.ts'
import type { FileParts } from './files.types.ts'
import { findOrphans } from './housekeeping.ts'

export type Damage = FileDamage | 'orphaned'

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
      const damage = await compareWithHash(parts.objects, row)
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
