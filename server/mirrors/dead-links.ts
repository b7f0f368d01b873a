import { sql, type SqlBool } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { LinksElsewhere } from '#contract/resources/dead-links.ts'
import type { Changes } from '#server/base/changes.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** Gives the same records, those with a link that is dead with the names of such links. Source: S19.2. */
export type WithDeadLinks = <Item extends LinksElsewhere>(items: Item[]) => Promise<Item[]>

type Addresses = ReadonlySet<string>

const linksOf = ({ googleDriveLink, telegramLink }: LinksElsewhere) =>
  [googleDriveLink, telegramLink].filter(link => link !== null)

/**
 * Remembers which links are dead, for every list shows it and it changes once a day: until one dies or lives again, of which
 * another process hears a moment later, and for `deadLinksFreshMs` at most. Where more than `deadLinksKept` are dead none is
 * remembered, and those of the records are looked up.
 */
export function rememberDeadLinks(db: Queryable, changes: Pick<Changes, 'onChange'>): WithDeadLinks {
  let known: { dead: Promise<Addresses | undefined>; untilMs: number } | undefined
  changes.onChange(tags => {
    if (tags.includes('mirrors')) known = undefined
  })

  function recall(): Promise<Addresses | undefined> {
    if (known && performance.now() < known.untilMs) return known.dead
    const own = { dead: listDead(db), untilMs: performance.now() + limits.deadLinksFreshMs }
    known = own
    own.dead.catch(() => {
      if (known === own) known = undefined
    })
    return own.dead
  }

  return async items => {
    const links = new Set(items.flatMap(linksOf))
    if (links.size === 0) return items
    const dead = (await recall()) ?? (await findDead(db, [...links]))
    if (dead.size === 0) return items
    return items.map(item => {
      const deadLinks = linksOf(item).filter(link => dead.has(link))
      return deadLinks.length > 0 ? { ...item, deadLinks } : item
    })
  }
}

const ofDead = (db: Queryable) =>
  db.selectFrom('mirrors').select('address').where('deadSince', 'is not', null)
const addressesOf = (rows: readonly { address: string }[]): Addresses =>
  new Set(rows.map(({ address }) => address))

/** All that are dead; undefined where they are too many. */
async function listDead(db: Queryable): Promise<Addresses | undefined> {
  const rows = await ofDead(db)
    .limit(limits.deadLinksKept + 1)
    .execute()
  return rows.length > limits.deadLinksKept ? undefined : addressesOf(rows)
}

/** Those of these addresses that are dead. */
async function findDead(db: Queryable, links: readonly string[]): Promise<Addresses> {
  const rows = await ofDead(db)
    .where(sql<SqlBool>`address = any(${links}::text[])`)
    .execute()
  return addressesOf(rows)
}
