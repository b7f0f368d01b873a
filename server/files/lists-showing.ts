import { isKindEntity, kindOfEntity, kinds } from '#contract/kinds.ts'
import type { KindList } from '#contract/kinds.ts'

/** The lists whose records these are, each once, by what the audit log calls the users of a file. */
export function listsShowing(users: readonly { entity: string }[]): KindList[] {
  return [
    ...new Set(users.flatMap(({ entity }) => (isKindEntity(entity) ? kinds[kindOfEntity[entity]].list : []))),
  ]
}
