import type { MissingPart } from '#contract/resources/missing-filter.ts'
import { isBlank } from '#server/base/db/blank.ts'

const columnOf: Record<MissingPart, string> = { file: 'direct_link', image: 'image' }

/** True for rows without the part that the filter names. */
export function isWithout(part: MissingPart) {
  return isBlank(columnOf[part])
}
