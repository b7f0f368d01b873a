import { readdirSync } from 'node:fs'
import type { Migration } from 'kysely/migration'

const folder = new URL('migrations/', import.meta.url)

/* Its file is read when it runs: a start has none to run as a rule. */
function migrationIn(file: string): [string, Migration] {
  return [
    file.replace(/\.ts$/, ''),
    {
      async up(db) {
        const { up } = (await import(new URL(file, folder).href)) as Partial<Migration>
        if (up === undefined) throw new Error(`server/base/db/migrations/${file} exports no function "up".`)
        await up(db)
      },
    },
  ]
}

/**
 * Every migration by its name, which its file has: `0180-sheet-numbers.ts`. They run once each, in the order of their
 * names.
 */
export const migrations: Record<string, Migration> = Object.fromEntries(
  readdirSync(folder)
    .filter(file => file.endsWith('.ts'))
    .toSorted()
    .map(migrationIn),
)
