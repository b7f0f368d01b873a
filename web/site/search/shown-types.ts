import { kinds } from '#contract/kinds.ts'
import type { KindIcon } from '#contract/kinds.ts'
import { searchTypeIcons, searchTypeLabels } from '#contract/resources/search.ts'
import type { ShownType } from './shown-answer.ts'

/** What the groups of an answer are called, in their order. */
export const shownTypeLabels: Record<ShownType, string> = { result: kinds.result.plural, ...searchTypeLabels }
export const shownTypeIcons: Record<ShownType, KindIcon> = { result: 'graduation', ...searchTypeIcons }
