import type { Attention, DashboardStats } from '#contract/resources/dashboard-stats.ts'
import type { OpenDatabase } from '#server/base/db/types.ts'
import { countAttention, countContent, type IsWithout } from './overview.repository.ts'

/** The figures of the dashboard's first screen. */
export interface OverviewService {
  counts(): Promise<DashboardStats>
  attention(): Promise<Attention>
}

/** Opens the overview over the database. */
export function createOverviewService({
  database,
  isWithout,
}: {
  database: Pick<OpenDatabase, 'kysely'>
  isWithout: IsWithout
}): OverviewService {
  return {
    counts: () => countContent(database.kysely),
    attention: () => countAttention(database.kysely, isWithout, new Date()),
  }
}
