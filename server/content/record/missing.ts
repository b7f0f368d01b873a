import type { AuditEntity } from '#contract/codes/audit.ts'
import type { MissingPart } from '#contract/resources/missing-filter.ts'
import { isBlank } from '#server/base/db/blank.ts'
import { usesDamagedFile } from '#server/files/damaged.ts'
import { lacksLightCopy } from '#server/files/light-copies/light-copies.repository.ts'
import { isReadBadly } from '#server/files/page-texts/page-texts.repository.ts'
import { namesDeadMirror } from '#server/mirrors/mirrors.repository.ts'

const columnOf = { file: 'direct_link', image: 'image' } as const

/** True for rows of `table` without the part that the filter names. */
export function isWithout(part: MissingPart, entity: AuditEntity, table: string) {
  if (part === 'mirror') return namesDeadMirror(table)
  if (part === 'light') return lacksLightCopy(entity, table)
  if (part === 'text') return isReadBadly(entity, table)
  return part === 'damaged' ? usesDamagedFile(entity, table) : isBlank(columnOf[part])
}
