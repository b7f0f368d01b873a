import { kinds } from '#contract/kinds.ts'
import { addressOfMissing } from '../standard/preset.ts'
import { namedRow, type Place } from './board.ts'

/** What a board is of, as far as its places do not say it. */
export interface BoardOf {
  stage: string
  branch: string | undefined
}

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
    ...((state === 'damaged' || state === 'dead') && { state: 'published' }),
    ...(state === 'damaged' && { missing: 'damaged' }),
    ...(state === 'dead' && { missing: 'mirror' }),
  }
  return `${kinds[kind].dashboardPath}?${new URLSearchParams(filters)}`
}
