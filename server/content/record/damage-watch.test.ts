import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { createDamageWatch } from './damage-watch.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.cleanup())

it('tells the log, every process and this one of each record that uses a damaged file, and of nothing else', async () => {
  const id = 'a'.repeat(64)
  await database.kysely
    .insertInto('files')
    .values({
      id,
      objectKey: 'objects/aa/a',
      size: 1,
      type: 'application/pdf',
      name: 'a.pdf',
      extension: 'pdf',
    })
    .execute()
  await database.kysely
    .insertInto('fileReferences')
    .values(
      ['BOOK', 'MINISTERIAL_EXAM', 'OF_OLD'].map(entity => ({ fileId: id, entity, recordId: `${entity} 1` })),
    )
    .execute()
  const audit = { writeEntry: vi.fn(async () => undefined) }
  const changes = { announce: vi.fn(async () => undefined), tellHere: vi.fn() }
  const watch = createDamageWatch({ audit, changes } as unknown as Parameters<typeof createDamageWatch>[0])

  const tell = await database.kysely
    .transaction()
    .execute(transaction => watch(transaction as never, { id, name: 'a.pdf', damage: 'rotten' }))
  const entries = audit.writeEntry.mock.calls as unknown as [unknown, { entity: string; entityId: string }][]
  expect(entries.map(([, { entity, entityId }]) => [entity, entityId])).toEqual([
    ['BOOK', 'BOOK 1'],
    ['MINISTERIAL_EXAM', 'MINISTERIAL_EXAM 1'],
  ])
  expect(changes.announce.mock.calls).toEqual([[expect.anything(), ['books', 'exams']]])
  expect(changes.tellHere).not.toHaveBeenCalled()
  tell()
  expect(changes.tellHere.mock.calls).toEqual([[['books', 'exams']]])
})

it('wants a light copy of a file that is sound again: whoever looked while it was damaged made none', async () => {
  const id = 'b'.repeat(64)
  const file = { objectKey: 'objects/bb/b', size: 50_000_000, type: 'application/pdf', name: 'b.pdf' }
  await database.kysely
    .insertInto('files')
    .values({ id, ...file, extension: 'pdf' })
    .execute()
  await database.kysely
    .insertInto('fileReferences')
    .values({ fileId: id, entity: 'BOOK', recordId: 'BOOK 2' })
    .execute()
  const changes = { announce: async () => undefined, tellHere: () => undefined }
  const audit = { writeEntry: async () => undefined }
  const watch = createDamageWatch({ audit, changes } as unknown as Parameters<typeof createDamageWatch>[0])
  const wanted = async (damage: 'rotten' | null) => {
    await database.kysely.updateTable('files').set({ damage }).where('id', '=', id).execute()
    await database.kysely
      .transaction()
      .execute(transaction => watch(transaction as never, { id, name: 'b.pdf', damage }))
    return database.kysely.selectFrom('jobs').select('kind').where('key', '=', id).execute()
  }
  expect(await wanted('rotten')).toEqual([])
  expect(await wanted(null)).toEqual([{ kind: 'make-light-copy' }])
})
