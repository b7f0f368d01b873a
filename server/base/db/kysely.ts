import {
  CamelCasePlugin,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { OneConnectionGuard } from './one-connection-guard.ts'
import { guardedPool, type Line } from './pool.ts'
import type { Database } from './schema.ts'
import type { DatabaseLog } from './types.ts'

/** Builds the query builder that both engines share over a `pg` pool. */
export async function createKysely(pool: pg.Pool, log: DatabaseLog, line?: Line): Promise<Kysely<Database>> {
  const config = { pool: guardedPool(pool, log, line) }
  const dialect = new PostgresDialect(config)
  const driver = new PostgresDriver(config)
  await driver.init()
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  const executor = new DefaultQueryExecutor(
    new PostgresQueryCompiler(),
    new PostgresAdapter(),
    new OneConnectionGuard(driver),
    plugins,
  )
  return new Kysely<Database>({ config: { dialect, plugins }, dialect, driver, executor })
}
