import { sql, type SqlBool } from 'kysely'
import type { LinksElsewhere } from '#contract/resources/dead-links.ts'
import type { Queryable } from '#server/base/db/types.ts'

/** The same records, those with a link that is dead with the names of such links. Source: S19.2. */
export async function withDeadLinks<Item extends LinksElsewhere>(
  db: Queryable,
  items: Item[],
): Promise<Item[]> {
  const linksOf = ({ googleDriveLink, telegramLink }: Item) =>
    [googleDriveLink, telegramLink].filter(link => link !== null)
  const links = [...new Set(items.flatMap(linksOf))]
  if (links.length === 0) return items
  const rows = await db
    .selectFrom('mirrors')
    .select('address')
    .where('deadSince', 'is not', null)
    .where(sql<SqlBool>`address = any(${links}::text[])`)
    .execute()
  if (rows.length === 0) return items
  const dead = new Set(rows.map(({ address }) => address))
  return items.map(item => {
    const deadLinks = linksOf(item).filter(link => dead.has(link))
    return deadLinks.length > 0 ? { ...item, deadLinks } : item
  })
}
