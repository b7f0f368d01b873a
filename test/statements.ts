import pg from 'pg'
import { vi } from 'vitest'

/** The statements that reach either engine while an act runs, in their order; those of work in the background too. */
export async function countStatements(act: () => Promise<void>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    return query.mock.calls.map(([asked]) =>
      typeof asked === 'string' ? asked : String((asked as { text?: string }).text),
    )
  } finally {
    query.mockRestore()
  }
}
