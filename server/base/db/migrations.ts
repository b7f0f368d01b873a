import { readdirSync } from 'node:fs'
import type { Migration } from 'kysely/migration'

const folder = new URL('migrations/', import.meta.url)

async function migrationIn(file: string): Promise<[string, Migration]> {
  const { up } = (await import(new URL(file, folder).href)) as Partial<Migration>
  if (up === undefined) throw new Error(`server/base/db/migrations/${file} exports no function "up".`)
  return [file.replace(/\.ts$/, ''), { up }]
}

/**
 * Every migration by its name, which its file has: `0180-sheet-numbers.ts`. They run once each, in the order of their
 * names. Errors: a file there that exports no `up` ends the start.
 */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(
    readdirSync(folder)
      .filter(file => file.endsWith('.ts'))
      .toSorted()
      .map(migrationIn),
  ),
)
