/** What a student belongs to, as codes. */
export interface OwnGrade {
  /** The end of the address of its page. */
  kept: string
  stage: string
  branch: string | undefined
}

/** What a search says of a hit, as far as one's grade may choose among hits that answer alike. */
export interface Comparable {
  stage: string | null
  branch: string | null
  match: number | null
}

/** The grade that this device keeps; undefined where it keeps none. */
export function readOwnGrade(): OwnGrade | undefined {
  try {
    const kept: string = localStorage.grade
    const [stage, branch] = kept.toUpperCase().replace('-', '_').split('/')
    return stage ? { kept, stage, branch } : undefined
  } catch {
    /* None was kept, or the browser keeps nothing. */
    return undefined
  }
}

/**
 * Hits in their order, but of those that answer a query alike the own ones first: each stays among the places that its
 * equals have.
 */
export function ownFirst<Hit extends Comparable>(hits: readonly Hit[], own: OwnGrade): Hit[] {
  const isOwn = ({ stage, branch, match }: Hit) =>
    match !== null && stage === own.stage && (!branch || !own.branch || branch === own.branch)
  const left = hits.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
  return hits.flatMap(({ match }) =>
    left.splice(
      left.findIndex(other => other.match === match),
      1,
    ),
  )
}
