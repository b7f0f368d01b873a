import { expect, it, vi } from 'vitest'
import type * as Limits from '#contract/limits.ts'
import { openTestDatabase } from '#test/database.ts'
import { createLightCopies } from './light-copies.ts'

vi.mock('#contract/limits.ts', async importOriginal => {
  const { limits } = await importOriginal<typeof Limits>()
  return { limits: { ...limits, lightCopySearchMs: 10 } }
})

it('looks for files without a light copy on the next day too, when the database was away', async () => {
  const database = await openTestDatabase()
  await database.cleanup()
  const warn = vi.fn<(facts: object, message: string) => void>()
  const parts = { database, incoming: '', log: { warn } } as unknown as Parameters<
    typeof createLightCopies
  >[0]
  const lightCopies = createLightCopies(parts, {} as Parameters<typeof createLightCopies>[1])
  const ended = new AbortController()
  const over = lightCopies.adoptDaily(ended.signal)
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(2)
  ended.abort()
  await expect(over).rejects.toMatchObject({ name: 'AbortError' })
  await lightCopies.close()
})
