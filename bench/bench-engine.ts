import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  startPostgresServer,
} from '#test/postgres-server.ts'
import type { PostgresServer } from '#test/postgres-server.ts'

/** Whether this machine can start a PostgreSQL server. */
export const hasBenchPostgres = () => findPostgresPrograms() !== undefined

/** A new PostgreSQL server whose directory has this prefix. Errors: throws where the machine has no server programs. */
export async function openBenchPostgres(prefix: string): Promise<PostgresServer> {
  const programs = findPostgresPrograms()
  if (programs === undefined) throw new Error('This machine has no PostgreSQL server.')
  const directory = makeServerDirectory(prefix)
  initCluster(programs, directory)
  return startPostgresServer(programs, directory)
}

/** The server of the engine that was asked for; undefined for the embedded one. Errors: throws for any other word. */
export async function openBenchEngine(engine: string, prefix: string): Promise<PostgresServer | undefined> {
  if (engine === 'postgres') return openBenchPostgres(prefix)
  if (engine === 'pglite') return undefined
  throw new Error(`There is no engine ${engine}: pglite or postgres.`)
}

/** A count that was asked for. Errors: throws unless it is a whole number from 1. */
export function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new Error(`${text} is no whole number from 1.`)
  return count
}
