import pg from 'pg'
import { vi } from 'vitest'
import { statementsOf } from './sent-statements.ts'

/** The statements that reach either engine while an act runs, in their order; those of work in the background too. */
export async function countStatements(act: () => Promise<void>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    return query.mock.calls.flatMap(call => statementsOf(call).map(({ text }) => text))
  } finally {
    query.mockRestore()
  }
}
