import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Queryable } from '#server/base/db/types.ts'
import { allTime } from './visit-spans.ts'

/** The fewest letters of a group that is looked up. */
const groupLetters = 3

/* One more than are used, which tells that there are too many. */
const manyPages = limits.rareVisits + 1

async function pagesOf(
  database: Queryable,
  pages: RawBuilder<{ page: string }>,
): Promise<string[] | undefined> {
  const { rows } = await pages.execute(database)
  return rows.length < manyPages ? rows.map(({ page }) => page) : undefined
}

/**
 * The visited pages in whose path a part ends within the name, behind the last slash; those whose folder holds the part are
 * left out. Shape: undefined where they are too many to be named, or the part is too short to be looked up.
 */
export async function listPagesNamed(database: Queryable, part: string): Promise<string[] | undefined> {
  /* No name holds a slash, so that such a part ends in folders alone. */
  if (part.endsWith('/')) return []
  if ([...part].length < groupLetters) return undefined
  return pagesOf(
    database,
    sql`
      select page from visited_pages
      where letter_groups(page) @> letter_groups(${part}::text)
        and position(${part}::text in page) > 0 and position(${part}::text in folder) = 0
      limit ${manyPages}`,
  )
}

/** The visited pages in whose folder a part stands, with what lies below it. Shape: undefined where they are too many. */
export function listPagesInFolders(database: Queryable, part: string): Promise<string[] | undefined> {
  /* A folder ends with a slash, after which "0" is the next letter. */
  return pagesOf(
    database,
    sql`
      select v.page from visited_folders f join visited_pages v on v.page >= f.folder and v.page < left(f.folder, -1) || '0'
      where f.span = ${allTime} and position(${part}::text in f.folder) > 0
      limit ${manyPages}`,
  )
}

/** All visited pages in whose path a part stands, looked for in each path. Shape: undefined where they are too many. */
export function listPagesWith(database: Queryable, part: string): Promise<string[] | undefined> {
  return pagesOf(
    database,
    sql`select page from visited_pages where position(${part}::text in page) > 0 limit ${manyPages}`,
  )
}

/** How many visits pages with a part in their path had in some spans of time; `named`: as of `listPagesNamed`. */
export const visitsWithPart = (
  part: string,
  spans: readonly string[],
  named: readonly string[] | undefined,
) =>
  named === undefined
    ? sql<number>`(
        select coalesce(sum(count), 0) from visit_counts
        where span = any(${spans}::text[]) and page <> '' and position(${part}::text in page) > 0)`
    : sql<number>`(
        select coalesce(sum(count), 0) from visited_folders
        where span = any(${spans}::text[]) and position(${part}::text in folder) > 0
      ) + (
        select coalesce(sum(count), 0) from visit_counts
        where page = any(${named}::text[]) and span = any(${spans}::text[]))`
