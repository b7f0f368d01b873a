import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/base/db/open.ts'
import { createServices } from '#server/services.ts'
import type { Services } from '#server/services.ts'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres } from '#test/database.ts'
import { makeLargePdf, sha256Of } from '#test/files.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'
import { createUploadsService } from './uploads.service.ts'
import type { UploadsService } from './uploads.service.ts'

describe.runIf(hasPostgres())('two processes over one database and one bucket', () => {
  let bucket: TestS3Server
  let test: TestApp
  let other: Services
  let staff: TestStaff
  let userId: string
  let processes: UploadsService[]

  beforeAll(async () => {
    bucket = await startS3Server()
    test = await openTestApp({
      engine: 'postgres',
      environment: {
        S3_ENDPOINT: bucket.config.endpoint ?? '',
        S3_BUCKET: bucket.config.bucket,
        S3_ACCESS_KEY_ID: bucket.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.config.secretAccessKey,
      },
    })
    staff = await test.signIn('editor')
    userId = (await staff.send('GET', '/api/users/me')).json().user.id
    const database = await openDatabase(test.database.options)
    other = await createServices(test.services.config, database, pino({ level: 'silent' }))
    processes = [createUploadsService(test.services.files), createUploadsService(other.files)]
  })

  afterAll(async () => {
    await other.close()
    await test.close()
    await bucket.stop()
  })

  /** An upload whose pieces are all here. */
  async function sendAll(content: Buffer): Promise<string> {
    const [uploads] = processes
    if (uploads === undefined) throw new Error('No process')
    const upload = await uploads.create({
      userId,
      name: 'كتاب.pdf',
      kind: 'pdf',
      size: content.length,
      sha256: undefined,
    })
    const pieceBytes = Math.ceil(content.length / 4)
    for (let at = 0; at < content.length; at += pieceBytes) {
      expect(await uploads.append(upload, at, content.subarray(at, at + pieceBytes))).toBe(true)
    }
    return upload.id
  }

  const spies = () => [test.services, other].map(({ files }) => vi.spyOn(files.parts.uploadStore, 'place'))

  it('make one file of an upload that both are asked to finish, and both answer with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const content = await makeLargePdf(2_000_000)
      const id = await sendAll(content)
      const places = spies()
      const answers = await Promise.all(
        [...processes, ...processes].map(uploads => uploads.finish(id, userId)),
      )
      for (const { url } of answers) expect(url).toContain(sha256Of(content))
      expect(places.flatMap(({ mock }) => mock.calls)).toHaveLength(1)
      for (const place of places) place.mockRestore()
    }
    for await (const piece of test.services.files.parts.objects.list('pieces/')) expect.fail(piece.key)
  }, 60_000)

  it('take over from one that died while it was finishing', async () => {
    const content = await makeLargePdf(500_000)
    const id = await sendAll(content)
    const diedAt = new Date(Date.now() + 1500)
    await test.database.kysely
      .updateTable('uploads')
      .set({ finisher: 'gone', finishingUntil: diedAt })
      .where('id', '=', id)
      .execute()
    const facts = await processes[1]?.finish(id, userId)
    expect(facts?.url).toContain(sha256Of(content))
    expect(Date.now()).toBeGreaterThanOrEqual(diedAt.getTime())
  }, 30_000)

  it('take the same bytes once when both are sent them, and keep those that they answered for', async () => {
    const content = await makeLargePdf(20_000_000)
    const [uploads] = processes
    if (uploads === undefined) throw new Error('No process')
    const { id } = await uploads.create({
      userId,
      name: 'كتاب.pdf',
      kind: 'pdf',
      size: content.length,
      sha256: undefined,
    })
    for (let at = 0; at < content.length;) {
      const end = Math.min(content.length, at + 9_000_000)
      const taken = await Promise.all(
        processes.map(async each => {
          const upload = await each.get(id, userId)
          return each.append(upload, at, content.subarray(at, end))
        }),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
      at = end
    }
    expect((await uploads.finish(id, userId)).url).toContain(sha256Of(content))
  }, 60_000)

  it('lets go of an upload that cannot be finished now, so that the next try need not wait', async () => {
    const id = await sendAll(await makeLargePdf(500_000))
    const place = vi
      .spyOn(test.services.files.parts.uploadStore, 'place')
      .mockRejectedValueOnce(new Error('full'))
    await expect(processes[0]?.finish(id, userId)).rejects.toThrow('full')
    place.mockRestore()
    const held = await test.database.kysely
      .selectFrom('uploads')
      .select(['finisher', 'finishingUntil'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(held).toEqual({ finisher: null, finishingUntil: null })
    await processes[1]?.finish(id, userId)
  }, 30_000)
})
