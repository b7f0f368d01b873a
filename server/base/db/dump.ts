import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { readSchema } from './dump-schema.ts'
import type { DumpedTable } from './dump-schema.ts'
import { dumpHeader, statementMark } from './dump-format.ts'
import { syncPath } from './embedded/sync-tree.ts'
import type { OpenDatabase, Transaction } from './types.ts'

const rowsPerFetch = 500
const statementLetters = 256 * 1024

/**
 * The whole database as SQL text in pieces, from one consistent view of it.
 * Shape: plain SQL that `psql` restores into an empty database in one transaction; each statement stands behind a
 * comment with its length in bytes, by which `restoreDatabase` finds it without parsing SQL.
 */
async function* dumpStatements(trx: Transaction): AsyncGenerator<string> {
  await sql`set transaction isolation level repeatable read, read only`.execute(trx)
  await sql`set local statement_timeout = 0`.execute(trx)
  const schema = await readSchema(trx)
  yield dumpHeader
  for (const statement of schema.before) yield statementMark(statement)
  for (const table of schema.tables) yield* insertsOf(trx, table)
  for (const statement of schema.after) yield statementMark(statement)
  yield 'commit;\n'
}

async function* insertsOf(trx: Transaction, table: DumpedTable): AsyncGenerator<string> {
  const columns = table.columns.join(', ')
  const literals = table.columns.map(column => `quote_nullable(${column}::text)`)
  const row = `'(' || concat_ws(', ', ${literals.join(', ')}) || ')'`
  await sql`declare dump no scroll cursor for select ${sql.raw(row)} as row from only ${sql.raw(table.name)}`.execute(
    trx,
  )
  let pending: string[] = []
  let letters = 0
  /* Numbers that only the database gives are to be what they were. */
  const head = `insert into ${table.name} (${columns}) overriding system value values`
  const insert = () => statementMark(`${head}\n${pending.join(',\n')}`)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.raw(String(rowsPerFetch))} from dump`.execute(trx)
    for (const fetched of rows) {
      pending.push(fetched.row)
      letters += fetched.row.length
      if (letters < statementLetters) continue
      yield insert()
      pending = []
      letters = 0
    }
    if (rows.length < rowsPerFetch) break
  }
  if (pending.length > 0) yield insert()
  await sql`close dump`.execute(trx)
}

export interface DumpOptions {
  /** Sees the same moment as the dump. */
  alongside?: (snapshot: Transaction) => Promise<void>
  /** Ends the dump early. */
  signal?: AbortSignal | undefined
}

/**
 * Writes a compressed dump to `file`; it appears there whole or not at all.
 * Shape: gzip of SQL text: `gunzip -c file | psql --set ON_ERROR_STOP=1 DATABASE` restores it.
 * Errors: throws when a statement or the disk fails, and what `signal` throws; no half file stays.
 */
export async function dumpDatabase(
  db: OpenDatabase,
  file: string,
  { alongside, signal }: DumpOptions = {},
): Promise<{ bytes: number }> {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.unfinished`
  const restore = db.allowLongStatements()
  try {
    await db.kysely.transaction().execute(async trx => {
      await pipeline(
        Readable.from(dumpStatements(trx)),
        createGzip({ level: 6 }),
        fs.createWriteStream(unfinished, { mode: 0o600, flush: true }),
        { signal },
      )
      await alongside?.(trx)
    })
    fs.renameSync(unfinished, file)
    syncPath(path.dirname(file))
    return { bytes: fs.statSync(file).size }
  } finally {
    restore()
    fs.rmSync(unfinished, { force: true })
  }
}
