import { sql } from 'kysely'
import type { Queryable } from '#server/base/db/types.ts'
import type { ObjectStore } from '#server/files/object-store.types.ts'
import { listBackups } from './backup-keys.ts'
import { TargetError } from './backup-target.ts'
import type { Manifest } from './backup.types.ts'
import { readManifest } from './manifest.ts'

/** The name of the site whose database this is; undefined before the migration that gives it, as when one backs up to upgrade. */
export async function siteOf(db: Queryable): Promise<string | undefined> {
  const { rows } = await sql<{ isNamed: boolean }>`
    select to_regclass('site_identity') is not null as is_named`.execute(db)
  if (rows[0]?.isNamed !== true) return undefined
  const { id } = await db.selectFrom('siteIdentity').select('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Sees that a place keeps backups of this site, or none: two sites in one would clear away each other's, and who restores
 * would be given either.
 * Errors: `TargetError` where the newest readable backup is another site's.
 */
export async function refuseOthersBackups(objects: ObjectStore, db: Queryable): Promise<void> {
  const newest = await newestManifest(objects)
  if (newest?.site === undefined || newest.site === (await siteOf(db))) return
  throw new TargetError(
    'في هذا المكان نسخ موقع آخر. اختر لهذا الموقع مجلداً أو بادئة له وحده.',
    'The backups there are those of another site. Give each site a folder or a prefix of its own.',
  )
}

/** One that cannot be read says nothing here: whoever clears away or restores hears of it. */
async function newestManifest(objects: ObjectStore): Promise<Manifest | undefined> {
  for (const name of (await listBackups(objects)).toReversed()) {
    const manifest = await readManifest({ objects }, name).catch(() => undefined)
    if (manifest !== undefined) return manifest
  }
  return undefined
}
