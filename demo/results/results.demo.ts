import type { ResultInput } from '#contract/resources/result.ts'
import { systemActor } from '#server/staff/session/actor.ts'
import type { DemoPart } from '../demo-part.ts'
import { demoResults, type DemoResult } from './demo-results.ts'

type ResultIdentity = Pick<ResultInput, 'stage' | 'releaseYear' | 'try'> & {
  city: string
  branch?: string | null
}

/** What tells one demo result from another. */
export function resultKey({ stage, releaseYear, try: round, city, branch }: ResultIdentity): string {
  return [stage, releaseYear, round, city, branch ?? ''].join('/')
}

export const results: DemoPart<DemoResult> = {
  list: demoResults,

  async plan(items, { services, db, draw, store }) {
    const columns = ['stage', 'releaseYear', 'try', 'city', 'branch'] as const
    const rows = await db.selectFrom('results').select(columns).execute()
    const written = new Set(rows.map(row => resultKey(row)))
    return items.flatMap((result, index) => {
      if (written.has(resultKey(result.input))) return []
      const act = async () => {
        const directLink = await store(await draw('drawArchive', result, index + 1), 'zip')
        await services.results.create({ ...result.input, directLink }, systemActor, { at: result.createdAt })
      }
      /* The newest release before earlier ones, so that its numbers are read first. */
      return [{ createdAt: result.createdAt, isLarge: true, act }]
    })
  },
}
