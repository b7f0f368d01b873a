/** The beginning of every dump, for `psql`; `restoreDatabase` passes over it. */
export const dumpHeader = `-- Rafid database dump. Restore into an empty database:
-- gunzip -c FILE | psql --set ON_ERROR_STOP=1 DATABASE_URL
\\set ON_ERROR_STOP on
begin;
set local client_encoding = 'UTF8';
set local standard_conforming_strings = on;
set local check_function_bodies = off;
`

const mark = /^-- statement of (\d+) bytes$/

/** A statement as it stands in a dump, behind its length. */
export function statementMark(statement: string): string {
  return `-- statement of ${Buffer.byteLength(statement)} bytes\n${statement};\n`
}

/**
 * Finds the statements in a dump that comes in pieces.
 * Errors: throws when the dump is cut off.
 */
export async function* readStatements(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let buffered: Buffer = Buffer.alloc(0)
  let isComplete = false
  for await (const piece of pieces) {
    buffered = buffered.length === 0 ? Buffer.from(piece) : Buffer.concat([buffered, piece])
    for (;;) {
      const lineEnd = buffered.indexOf(0x0a)
      if (lineEnd < 0) break
      const line = buffered.toString('utf8', 0, lineEnd)
      const bytes = mark.exec(line)?.[1]
      const end = lineEnd + 1 + Number(bytes ?? 0)
      if (buffered.length < end) break
      if (bytes !== undefined) yield buffered.toString('utf8', lineEnd + 1, end)
      if (line === 'commit;') isComplete = true
      buffered = buffered.subarray(end)
    }
  }
  if (!isComplete) throw new Error('النسخة الاحتياطية ناقصة. The dump is cut off: it has no end.')
}
