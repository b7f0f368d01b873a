import {
  CamelCasePlugin,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  sql,
  type PostgresPool,
} from 'kysely'
import { OneConnectionGuard } from './one-connection-guard.ts'
import type { Database } from './schema.ts'
import type { Queryable } from './types.ts'

/**
 * A process that starts while another one migrates waits for it as long as that takes, which may be minutes: an hour at most,
 * the `lock_timeout` that Kysely sets.
 */
class WaitingAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Queryable,
    options: Parameters<PostgresAdapter['acquireMigrationLock']>[1],
  ): Promise<void> {
    await sql`set statement_timeout = 0`.execute(db)
    try {
      await super.acquireMigrationLock(db, options)
    } finally {
      await sql`reset statement_timeout`.execute(db)
    }
  }
}

/** Builds the query builder that both engines share over a guarded pool. */
export async function createKysely(pool: PostgresPool): Promise<Kysely<Database>> {
  const config = { pool }
  const dialect = new PostgresDialect(config)
  const driver = new PostgresDriver(config)
  await driver.init()
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  const executor = new DefaultQueryExecutor(
    new PostgresQueryCompiler(),
    new WaitingAdapter(),
    new OneConnectionGuard(driver),
    plugins,
  )
  return new Kysely<Database>({ config: { dialect, plugins }, dialect, driver, executor })
}
