import fs from 'node:fs'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrateToLatest } from '#server/base/db/migrate.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { OpenDatabase } from '#server/base/db/open.ts'
import { createServices } from '#server/services.ts'
import type { Services } from '#server/services.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { makeImage, makePdf, makeTestDirectory, sha256Of, streamOf } from '#test/files.ts'
import {
  findPostgresPrograms,
  initCluster,
  makeServerDirectory,
  startPostgresServer,
} from '#test/postgres-server.ts'
import type { PostgresServer } from '#test/postgres-server.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'

interface Site {
  app: AppInstance
  services: Services
  database: OpenDatabase
}

const programs = findPostgresPrograms()
const cases = [
  { what: 'an embedded database that ended, files on a disk', engine: 'pglite', store: 'disk' },
  { what: 'a PostgreSQL server that ended, files on a disk', engine: 'postgres', store: 'disk' },
  { what: 'a PostgreSQL server that ended, files in a bucket', engine: 'postgres', store: 's3' },
] as const

describe.each(cases)('files without the database: $what', ({ engine, store }) => {
  const dataDir = makeTestDirectory()
  const sites: Site[] = []
  let postgres: PostgresServer | undefined
  let bucket: TestS3Server | undefined

  async function openSite(): Promise<Site> {
    const database = await openDatabase(
      postgres === undefined ? { dataDir } : { dataDir, databaseUrl: postgres.databaseUrl('postgres') },
    )
    await migrateToLatest(database)
    const s3 = bucket && {
      S3_ENDPOINT: bucket.config.endpoint ?? '',
      S3_BUCKET: bucket.config.bucket,
      S3_ACCESS_KEY_ID: bucket.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.config.secretAccessKey,
    }
    const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', PORT: '0', HOST: '127.0.0.1', ...s3 })
    const services = await createServices(config, database, pino({ level: 'silent' }))
    const site = { app: await buildApp(services), services, database }
    sites.push(site)
    return site
  }

  async function endDatabase(): Promise<void> {
    await postgres?.crash()
    if (postgres === undefined) await sites.at(-1)?.database.close()
  }

  beforeAll(async () => {
    if (engine === 'postgres' && programs !== undefined) {
      const directory = makeServerDirectory('rafid-test-pg-')
      initCluster(programs, directory)
      postgres = await startPostgresServer(programs, directory)
    }
    if (store === 's3') bucket = await startS3Server()
  })

  afterAll(async () => {
    for (const { app, services } of sites) {
      await app.close()
      await services.close().catch(() => undefined)
    }
    await postgres?.stop()
    await bucket?.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  it.runIf(engine === 'pglite' || programs !== undefined)(
    'go out as before, with their ranges, tags and smaller pictures, also those that nobody had asked for',
    async () => {
      const first = await openSite()
      const pdf = await makePdf(12)
      const image = await makeImage('png', 500, 400)
      const { url } = await first.services.files.store(streamOf(pdf), { name: 'كتاب.pdf' })
      const picture = await first.services.files.store(streamOf(image), { name: 'غلاف.png' })
      const small = `/files/${sha256Of(image)}/w/320.webp`
      const asked: [url: string, headers: Record<string, string>][] = [
        [url, {}],
        [`/files/${sha256Of(pdf)}`, {}],
        [`${url}?download=1`, {}],
        [url, { range: 'bytes=100-199' }],
        [url, { range: 'bytes=0-9', 'if-range': `"${sha256Of(pdf)}"` }],
        [url, { range: 'bytes=99999999-' }],
        [url, { 'if-none-match': `"${sha256Of(pdf)}"` }],
        [picture.url, {}],
        [small, {}],
        [small, { 'if-none-match': `"${sha256Of(image)}-320-webp"` }],
      ]
      const answersOf = async ({ app }: Site) => {
        const answers = []
        for (const [address, headers] of asked) {
          for (const method of ['GET', 'HEAD'] as const) {
            const answer = await app.inject({ method, url: address, headers })
            // Who cannot ask whether a file names students keeps it out of search engines.
            const { date: _date, 'x-robots-tag': _robots, 'x-request-id': _id, ...rest } = answer.headers
            answers.push([method, address, answer.statusCode, rest, sha256Of(answer.rawPayload)])
          }
        }
        return answers
      }
      const before = await answersOf(first)
      expect(before.map(([, , status]) => status)).toEqual(
        // GET, then HEAD, which knows no ranges.
        [200, 200, 200, 206, 206, 416, 304, 200, 200, 304].flatMap(status => [
          status,
          status === 206 || status === 416 ? 200 : status,
        ]),
      )
      // A process that has not handed out anything yet knows no file by heart.
      if (engine === 'pglite') {
        await first.app.close()
        await first.services.close()
        sites.pop()
      }
      const second = await openSite()
      await endDatabase()
      for (const site of sites) expect(await answersOf(site)).toEqual(before)
      const unknown = await second.app.inject({ method: 'GET', url: `/files/${'0'.repeat(64)}/a.pdf` })
      expect([unknown.statusCode, unknown.json().code]).toEqual([503, 'unavailable'])
    },
    60_000,
  )

  it.runIf(engine === 'postgres' && programs !== undefined)(
    'are looked up again when it is back',
    async () => {
      const site = sites.at(-1)
      await postgres?.start()
      const ask = async () =>
        (await site?.app.inject({ method: 'GET', url: `/files/${'0'.repeat(64)}/a.pdf` }))?.statusCode
      await expect.poll(ask, { timeout: 20_000 }).toBe(404)
    },
    30_000,
  )
})
