import { sql } from 'kysely'
import type { MirrorCause } from '#contract/codes/mirror-causes.ts'
import { kinds, kindsLacking } from '#contract/kinds.ts'
import type { DeadLinkCauses, DeadLinkFacts } from '#contract/resources/dead-links.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { namedDead } from './mirrors.repository.ts'

interface FoundLink {
  recordId: string
  versionTitle: string | null
  address: string
  cause: MirrorCause | null
  checkedAt: Date
  deadSince: Date
}

/* The columns that name addresses elsewhere, in the order in which a record's links are told. */
const columns = ['telegram_link', 'google_drive_link']

/** The links of these records of one table, and of a book's versions, that are dead: the record's own first. */
async function listDeadLinks(db: Queryable, table: string, ids: readonly string[]): Promise<FoundLink[]> {
  const own = columns.map(
    column => sql`
      select id as record_id, null::text as version_title, -1 as place, ${sql.ref(column)} as address
      from ${sql.table(table)} where id = any(${ids}::text[])`,
  )
  const ofVersions = columns.map(
    column => sql`
      select book_id as record_id, title as version_title, position as place, ${sql.ref(column)} as address
      from book_versions where book_id = any(${ids}::text[])`,
  )
  const links = sql.join(table === 'books' ? [...own, ...ofVersions] : own, sql` union all `)
  const { rows } = await sql<FoundLink>`
    select links.record_id, links.version_title, mirrors.address, cause, checked_at, dead_since
    from (${links}) links join mirrors on mirrors.address = links.address
    where dead_since is not null
    order by links.record_id, links.place, mirrors.address`.execute(db)
  return rows
}

/** The same records of one address of the API, with why their dead links do not answer, for staff. Source: S19.2. */
export async function withDeadLinkFacts<Item extends { id: string }>(
  db: Queryable,
  apiPath: string,
  items: readonly Item[],
): Promise<(Item & { deadLinkFacts?: DeadLinkFacts[] })[]> {
  const kind = kindsLacking('mirror').find(name => kinds[name].apiPath === apiPath)
  if (kind === undefined || items.length === 0) return [...items]
  const links = await listDeadLinks(
    db,
    kinds[kind].list,
    items.map(({ id }) => id),
  )
  return items.map(item => {
    const own = links.filter(({ recordId }) => recordId === item.id)
    if (own.length === 0) return item
    const deadLinkFacts = own.map(({ address, versionTitle, cause, checkedAt, deadSince }) => ({
      address,
      versionTitle,
      cause,
      checkedAt: checkedAt.toISOString(),
      deadSince: deadSince.toISOString(),
    }))
    return { ...item, deadLinkFacts }
  })
}

/** Why the dead links of all records do not answer, each address counted once. */
export async function countDeadCauses(db: Queryable): Promise<DeadLinkCauses> {
  const { rows } = await sql<{ cause: MirrorCause | null; links: number; checkedAt: Date }>`
    select cause, count(*) as links, max(checked_at) as checked_at from mirrors
    where id in (${namedDead()})
    group by cause order by links desc, cause`.execute(db)
  const last = rows.map(({ checkedAt }) => checkedAt.getTime())
  return {
    causes: rows.map(({ cause, links }) => ({ cause, links })),
    checkedAt: rows.length > 0 ? new Date(Math.max(...last)).toISOString() : null,
  }
}
