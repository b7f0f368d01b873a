import { kinds } from '#contract/kinds.ts'
import type { MissingPart } from '#contract/resources/missing-filter.ts'
import { addressOfMissing } from '../standard/preset.ts'
import { namedRow, type Place, type PlaceState } from './board.ts'

/** What a board is of, as far as its places do not say it. */
export interface BoardOf {
  stage: string
  branch: string | undefined
}

/** How a list is asked for the records with each trouble. */
const missingOf = {
  damaged: 'damaged',
  dead: 'mirror',
  unread: 'text',
  heavy: 'light',
} as const satisfies Partial<Record<PlaceState, MissingPart>>
const isTrouble = (state: PlaceState): state is keyof typeof missingOf => state in missingOf

/** Where a place of a board leads: to the list of what is there, or to the form of what is missing, filled. */
export function addressOfPlace(place: Place, { stage, branch }: BoardOf): string {
  const { kind, releaseYear, state, common, try: round } = place
  const named = namedRow(place)
  if (state === 'wanted' || state === 'missing')
    return addressOfMissing(kind, { stage, branch, ...named, releaseYear, try: round })
  const filters = {
    stage,
    ...named,
    /* A list of one branch leaves out what is of all of them. */
    ...(branch !== undefined && common === 0 && { branch }),
    ...(releaseYear !== null && { year: String(releaseYear) }),
    ...(round && { round: String(round) }),
    ...(isTrouble(state) && { state: 'published', missing: missingOf[state] }),
  }
  return `${kinds[kind].dashboardPath}?${new URLSearchParams(filters)}`
}
