import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestApp } from '#test/build-app.ts'
import type { TestApp, TestStaff } from '#test/build-app.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { bareEnvironment } from '#test/environment.ts'
import { bookInput } from '#test/factories.ts'
import { filesUnder, makePdf, multipartBody, sha256Of } from '#test/files.ts'
import { startS3Server } from '#test/s3-server.ts'
import type { TestS3Server } from '#test/s3-server.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/base/db/open.ts'
import type { Engine } from '#server/base/db/open.ts'
import { restoreDatabase } from '#server/base/db/restore.ts'
import { answerRequests, askServer } from '#server/base/server-requests.ts'
import { createFilesService } from '#server/files/files.service.ts'
import { openStores } from '#server/files/object-store.ts'
import { createS3Store } from '#server/files/s3-store.ts'
import { openBucket } from '#server/files/s3-bucket.ts'
import { verifyChain } from '#server/staff/audit/verify-chain.ts'
import { explainFailure } from '#server/jobs/job-failure.ts'
import type { JobSteps } from '#server/jobs/job-steps.ts'
import { backupHandler, wantBackup } from './backup.job.ts'
import { contentKey, dumpKey, listBackups } from './backup-keys.ts'
import { backupRequests } from './backup-requests.ts'
import { openTarget } from './backup-target.ts'
import { readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { runBackup } from './run-backup.ts'
import { verifyBackup } from './verify-backup.ts'

vi.setConfig({ testTimeout: 120_000 })
vi.mock('#server/base/db/restore.ts', { spy: true })
const restore = vi.mocked(restoreDatabase)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-backup-'))
const others: Record<Engine, Engine> = { pglite: hasPostgres() ? 'postgres' : 'pglite', postgres: 'pglite' }
let s3: TestS3Server

beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(async () => {
  await s3.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const newFolder = () => fs.mkdtempSync(path.join(folder, 'target-'))

async function openEmpty(engine: Engine): Promise<TestDatabase> {
  const database = await openTestDatabase(engine)
  await sql`drop schema public cascade; create schema public`.execute(database.kysely)
  return database
}

/** Adds a book with a file of its own. Shape: the file's bytes. */
async function addBook(test: TestApp, staff: TestStaff, title: string): Promise<Buffer> {
  const content = await makePdf(1, { info: { Title: title } })
  const { payload, headers } = multipartBody([{ name: 'files', filename: `${title}.pdf`, content }])
  const uploaded = await test.app.inject({
    method: 'POST',
    url: '/api/files/new',
    payload,
    headers: { ...headers, cookie: staff.cookie, 'x-csrf-token': staff.csrfToken },
  })
  const directLink = uploaded.json().files[0].file.url
  const answer = await staff.send('POST', '/api/books', bookInput({ title, directLink }))
  expect(answer.statusCode, answer.body).toBe(201)
  return content
}

const engines = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const)

describe.each(engines)('a backup of %s', engine => {
  let test: TestApp
  let staff: TestStaff
  const contents: Buffer[] = []

  beforeAll(async () => {
    test = await openTestApp({ engine })
    staff = await test.signIn('admin')
    for (const title of ['الأحياء', 'الكيمياء', 'الفيزياء']) contents.push(await addBook(test, staff, title))
  })
  afterAll(() => test.close())

  const source = () => ({
    database: test.database,
    objects: test.services.files.parts.objects,
    config: readConfig({ BACKUP_S3_ENDPOINT: s3.config.endpoint, ...accessOf(s3) }),
  })
  const backUp = (target: string, order: Partial<Parameters<typeof runBackup>[1]> = {}) =>
    runBackup(source(), { target, keep: 14, verifies: false, ...order })

  it('is restored into the other engine and a bucket, rows and files, and is proven by itself', async () => {
    const target = newFolder()
    await test.services.auditChain.run()
    const report = await backUp(target, { verifies: true })
    expect(report).toMatchObject({ files: 3, copied: 3, damaged: [], wrong: [] })
    const place = await openTarget(target, source().config)
    const manifest = await readManifest(place, report.name)
    const database = await openEmpty(others[engine])
    const bucket = createS3Store(openBucket(s3.config))
    const into = {
      source: place,
      name: report.name,
      manifest,
      database,
      target: { objects: bucket, incoming: newFolder() },
    }
    expect(await restoreBackup(into)).toMatchObject({ copied: 3, rows: report.rows, migrations: [] })
    const log = await verifyChain(database.kysely)
    expect(log).toMatchObject({ faults: [], head: { position: expect.any(Number) } })
    expect(log.sound).toBe(manifest.rows.audit_entries)
    const titles = await database.kysely.selectFrom('books').select('title').orderBy('title').execute()
    expect(titles.map(row => row.title)).toEqual(['الأحياء', 'الفيزياء', 'الكيمياء'])
    const files = await createFilesService({
      database,
      config: { dataDir: newFolder(), siteUrl: undefined, objectStore: s3.config },
      log: pino({ level: 'silent' }),
      keepsHouse: false,
    })
    for (const content of contents) {
      const file = await files.open(sha256Of(content))
      expect(await buffer(await file.read())).toEqual(content)
    }
    /* The same command again finds everything done. */
    expect(await restoreBackup(into)).toMatchObject({ copied: 0 })
    await files.close()
    await database.cleanup()
    await place.close()
  })

  it('copies what is new, and only that', async () => {
    const target = newFolder()
    await backUp(target)
    contents.push(await addBook(test, staff, `كتاب جديد ${engine}`))
    const second = await backUp(target)
    expect(second).toMatchObject({ copied: 1, files: contents.length })
    expect(second.copiedBytes).toBe(contents.at(-1)?.length)
  })

  it('goes into a bucket under a prefix', async () => {
    const target = `s3://${s3.config.bucket}/backups of ${engine}`.replaceAll(' ', '-')
    expect(await backUp(target)).toMatchObject({ copied: contents.length })
    expect(await backUp(target)).toMatchObject({ copied: 0 })
  })

  it('names only files that it holds, although records are written meanwhile', async () => {
    const target = newFolder()
    const over = new AbortController()
    const writing = (async () => {
      for (let number = 0; !over.signal.aborted; number += 1)
        contents.push(await addBook(test, staff, `أثناءه ${number}`))
    })()
    const { name } = await backUp(target)
    over.abort()
    await writing
    const place = await openTarget(target, source().config)
    const manifest = await readManifest(place, name)
    const database = await openEmpty(engine)
    const { objects } = await openStores(readConfig({ DATA_DIR: newFolder() }))
    await restoreBackup({
      source: place,
      name,
      manifest,
      database,
      target: { objects, incoming: newFolder() },
    })
    const { rows } = await sql<{ objectKey: string }>`
      select object_key from files f join file_references r on r.file_id = f.id`.execute(database.kysely)
    expect(rows.length).toBe(manifest.rows['books'])
    for (const { objectKey } of rows) expect(await objects.stat(objectKey)).toBeDefined()
    await database.cleanup()
    await place.close()
  })

  it('ends with what the store has lost, and has all else', async () => {
    const content = contents[1] ?? Buffer.alloc(0)
    const row = await test.database.kysely
      .selectFrom('files')
      .select(['objectKey', 'name'])
      .where('id', '=', sha256Of(content))
      .executeTakeFirstOrThrow()
    const object = path.join(test.services.config.dataDir, 'files', 'store', row.objectKey)
    fs.renameSync(object, `${object}.away`)
    expect(await backUp(newFolder())).toMatchObject({ damaged: [row.name], files: contents.length - 1 })
    fs.renameSync(`${object}.away`, object)
  })
})

function accessOf({ config }: TestS3Server) {
  return { BACKUP_S3_ACCESS_KEY_ID: config.accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: config.secretAccessKey }
}

describe('backups', () => {
  let test: TestApp
  let staff: TestStaff
  const target = newFolder()

  beforeAll(async () => {
    test = await openTestApp({ environment: { BACKUP_TO: target, BACKUP_KEEP: '2', BACKUP_VERIFY: '0' } })
    staff = await test.signIn('admin')
    await addBook(test, staff, 'كتاب')
    await addBook(test, staff, 'كتاب آخر')
  })
  afterAll(() => test.close())

  const source = () => ({
    database: test.database,
    objects: test.services.files.parts.objects,
    config: test.services.config,
  })

  it('are made once a night by themselves, as a job that staff see', async () => {
    await expect
      .poll(() => filesUnder(target).some(file => file.endsWith('manifest.json')), { timeout: 20_000 })
      .toBe(true)
    expect(await wantBackup(test.database, new Date(Date.now() - 60_000))).toBe(false)
    await expect
      .poll(async () => (await staff.send('GET', '/api/jobs?kind=back-up')).json().jobs)
      .toMatchObject([{ state: 'done', label: 'النسخ الاحتياطي' }])
  })

  it('of old go, with the files that no other one names', async () => {
    const folderOfOld = newFolder()
    const order = { target: folderOfOld, keep: 2, verifies: false }
    await runBackup(source(), order)
    const old = path.join(folderOfOld, 'contents/aa', 'a'.repeat(64))
    const young = path.join(folderOfOld, 'contents/bb', 'b'.repeat(64))
    for (const file of [old, young]) {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, 'of nobody')
    }
    const longAgo = new Date(Date.now() - 30 * 60 * 60 * 1000)
    for (const file of filesUnder(folderOfOld).map(name => path.join(folderOfOld, name)))
      if (file !== young) fs.utimesSync(file, longAgo, longAgo)
    const names: string[] = []
    for (let made = 0; made < 2; made += 1)
      names.push((await nextSecond(() => runBackup(source(), order))).name)
    const place = await openTarget(folderOfOld, source().config)
    expect(await listBackups(place.objects)).toEqual(names)
    expect(fs.existsSync(old)).toBe(false)
    expect(fs.existsSync(young)).toBe(true)
    for (const { sha256 } of (await readManifest(place, names[1] ?? '')).contents)
      expect(await place.objects.stat(contentKey(sha256))).toBeDefined()
    await place.close()
  })

  it('go on where a restore was cut, and never over something else', async () => {
    const folderOfCut = newFolder()
    const { name } = await runBackup(source(), { target: folderOfCut, keep: 2, verifies: false })
    const backup = await openTarget(folderOfCut, source().config)
    const manifest = await readManifest(backup, name)
    const database = await openEmpty('pglite')
    const { objects } = await openStores(readConfig({ DATA_DIR: newFolder() }))
    const into = { source: backup, name, manifest, database, target: { objects, incoming: newFolder() } }
    const cut = new AbortController()
    await expect(
      restoreBackup({ ...into, tell: () => cut.abort(new Error('pulled')), signal: cut.signal }),
    ).rejects.toThrow('pulled')
    expect(await restoreBackup(into)).toMatchObject({ copied: 1, rows: expect.any(Number) })
    await sql`delete from books`.execute(database.kysely)
    await expect(restoreBackup(into)).rejects.toThrow(/books 0 \/ 2/)
    await database.cleanup()
    await backup.close()
  })

  it('say which bytes are rotten, and keep them anew the next time', async () => {
    const folderOfRotten = newFolder()
    const order = { target: folderOfRotten, keep: 2, verifies: true }
    await runBackup(source(), { ...order, verifies: false })
    const [content = ''] = filesUnder(folderOfRotten).filter(file => /^contents\/../.test(file))
    const rotten = path.join(folderOfRotten, content)
    const sound = fs.readFileSync(rotten)
    fs.writeFileSync(rotten, Buffer.alloc(sound.length))
    const report = await runBackup(source(), order)
    expect(report.wrong).toEqual([`${path.basename(rotten)}: rotten`])
    expect(await runBackup(source(), { ...order, verifies: false })).toMatchObject({ copied: 1 })
    expect(fs.readFileSync(rotten)).toEqual(sound)
  })

  it('whose dump cannot be restored are none, and push out no other one', async () => {
    const folderOfUnsound = newFolder()
    const order = { target: folderOfUnsound, keep: 2, verifies: false }
    const { name } = await runBackup(source(), order)
    const place = await openTarget(folderOfUnsound, source().config)
    const manifest = await readManifest(place, name)
    fs.writeFileSync(path.join(folderOfUnsound, dumpKey(name)), 'no dump')
    expect(await verifyBackup({ source: place, name, manifest })).toEqual([
      expect.stringContaining('damaged or missing'),
    ])
    expect(await listBackups(place.objects)).toEqual([])
    expect(filesUnder(path.join(folderOfUnsound, 'incoming'))).toEqual([])
    await place.close()
  })

  it('stay where the machine had no room to prove them', async () => {
    const folderOfProof = newFolder()
    const { name } = await runBackup(source(), { target: folderOfProof, keep: 2, verifies: false })
    const place = await openTarget(folderOfProof, source().config)
    const manifest = await readManifest(place, name)
    for (const code of ['53100', 'EIO', undefined]) {
      const broken = Object.assign(
        code ? new Error('no room') : new WebAssembly.RuntimeError('unreachable'),
        {
          ...(code && { code }),
        },
      )
      restore.mockRejectedValueOnce(broken)
      await expect(verifyBackup({ source: place, name, manifest })).rejects.toBe(broken)
      expect(await listBackups(place.objects)).toEqual([name])
    }
    await place.close()
  })

  it('end early, with nothing half behind', async () => {
    const folderOfCut = newFolder()
    const cut = AbortSignal.abort(new Error('pulled'))
    const order = { target: folderOfCut, keep: 2, verifies: true }
    await expect(runBackup(source(), order, undefined, cut)).rejects.toThrow('aborted')
    expect(filesUnder(folderOfCut).filter(file => !file.startsWith('contents.lock'))).toEqual([])
  })

  it('are made by the running site when the command asks', async () => {
    const { dataDir } = test.services.config
    const order = { target: newFolder(), keep: 2, verifies: false }
    const told: number[] = []
    const report = await askServer(dataDir, backupRequests, order, {
      tell: ({ done }) => told.push(done),
      isServerThere: () => true,
    })
    expect(report).toMatchObject({ files: 2, copied: 2, damaged: [], wrong: undefined })
    expect(filesUnder(order.target).filter(file => file.endsWith('manifest.json'))).toHaveLength(1)
    const busy = await openTarget(order.target, source().config)
    const ask = (dir: string, isThere: boolean, takenWithinMs?: number) =>
      askServer(dir, backupRequests, order, {
        tell: () => undefined,
        isServerThere: () => isThere,
        ...(takenWithinMs !== undefined && { takenWithinMs }),
      })
    await expect(ask(dataDir, true)).rejects.toThrow('in use by another backup')
    await busy.close()
    const abandoned = newFolder()
    await expect(ask(abandoned, true)).rejects.toThrow('as the user of the server')
    fs.mkdirSync(path.join(abandoned, 'backup-requests'))
    await expect(ask(abandoned, false)).rejects.toThrow('The server has stopped')
    await expect(ask(abandoned, true, 0)).rejects.toThrow('Nobody answers')
    expect(filesUnder(abandoned)).toEqual([])
    const left = path.join(abandoned, 'backup-requests', 'left.asked.json')
    fs.writeFileSync(left, JSON.stringify(order))
    const acts: unknown[] = []
    const refuse = async (given: unknown) => Promise.reject(acts.push(given))
    const stop = answerRequests(abandoned, backupRequests, refuse, 10)
    await expect.poll(() => fs.existsSync(left)).toBe(false)
    await stop()
    expect(acts).toEqual([])
    expect(filesUnder(path.join(dataDir, 'backup-requests'))).toEqual([])
  })

  it('of one folder are made one after the other', async () => {
    const place = await openTarget(target, source().config)
    await expect(openTarget(target, source().config)).rejects.toThrow('in use by another backup')
    await place.close()
  })

  it('do not say of a folder that is away that another backup has it', async () => {
    const file = path.join(newFolder(), 'a-file')
    fs.writeFileSync(file, '')
    const message = await openTarget(path.join(file, 'backups'), source().config).catch(String)
    expect(message).toMatch(/لا يمكن الكتابة في مجلد النسخ.*cannot be written to/)
    expect(message).not.toContain('in use')
  })

  it('tell staff what is wrong with a place that cannot be used', async () => {
    const file = path.join(newFolder(), 'a-file')
    fs.writeFileSync(file, '')
    const { work } = backupHandler(source(), { target: file, keep: 2, verifies: false })
    const steps = { signal: new AbortController().signal, progress: () => undefined }
    const failure: unknown = await work(steps as unknown as JobSteps, {}).catch((error: unknown) => error)
    expect(explainFailure(failure)).toMatchObject({
      reason: expect.stringContaining('لا يمكن الكتابة في مجلد النسخ'),
      advice: expect.stringContaining('BACKUP_TO'),
    })
  })

  it('of another site are left alone, and told from those of this one after a restore', async () => {
    const shared = newFolder()
    const order = { target: shared, keep: 1, verifies: false }
    const { name } = await runBackup(source(), order)
    const before = filesUnder(shared)
    const other = await openTestApp()
    /* Databases of tests are copies of one. */
    await sql`update site_identity set id = 'other'`.execute(other.database.kysely)
    const ofOther = { ...source(), database: other.database }
    await expect(runBackup(ofOther, order)).rejects.toThrow('those of another site')
    await sql`drop table site_identity`.execute(other.database.kysely)
    await expect(runBackup(ofOther, order)).rejects.toThrow('those of another site')
    expect(await runBackup(ofOther, { ...order, target: newFolder() })).toMatchObject({ files: 0 })
    await other.close()
    expect(filesUnder(shared)).toEqual(before)
    const backup = await openTarget(shared, source().config)
    const manifest = await readManifest(backup, name)
    const database = await openEmpty(others.pglite)
    const { objects } = await openStores(readConfig({ DATA_DIR: newFolder() }))
    await restoreBackup({
      source: backup,
      name,
      manifest,
      database,
      target: { objects, incoming: newFolder() },
    })
    await backup.close()
    const restored = await nextSecond(() => runBackup({ ...source(), database, objects }, order))
    expect(restored.removedBackups).toBe(1)
    await database.cleanup()
  })

  it.each([
    ['there is none of its name', 404, 'لا يوجد مخزن'],
    ['it refuses the keys', 403, 'لا يقبل المفاتيح'],
    ['it has a fault', 501, 'لا يجيب'],
  ])('tell staff what is wrong with a bucket: %s', async (_, status, words) => {
    const store = http.createServer((_request, response) => response.writeHead(status).end())
    await once(store.listen(0, '127.0.0.1'), 'listening')
    const { port } = store.address() as AddressInfo
    const config = readConfig({
      DATA_DIR: newFolder(),
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      ...accessOf(s3),
    })
    const { work } = backupHandler({ ...source(), config }, { target: 's3://kept', keep: 2, verifies: false })
    const steps = { signal: new AbortController().signal, progress: () => undefined }
    const failure: unknown = await work(steps as unknown as JobSteps, {}).catch((error: unknown) => error)
    store.close()
    expect(explainFailure(failure)).toMatchObject({
      reason: expect.stringContaining(words),
      advice: expect.stringContaining('BACKUP_TO'),
    })
    expect(fs.readdirSync(config.dataDir)).toEqual([])
  })

  it('want to know their access to a bucket', async () => {
    await expect(openTarget('s3://bucket', readConfig({}))).rejects.toThrow('BACKUP_S3_ACCESS_KEY_ID')
  })
})

/** Names have seconds: a second backup of one second would take the first one's place. */
async function nextSecond<Result>(act: () => Promise<Result>): Promise<Result> {
  await new Promise(resolve => setTimeout(resolve, 1000 - (Date.now() % 1000)))
  return act()
}

it('leads over another version of the embedded engine by the steps that its refusal names', async () => {
  const test = await openTestApp({ engine: 'pglite' })
  const staff = await test.signIn('admin')
  await addBook(test, staff, 'قبل الإصدار')
  const { dataDir } = test.services.config
  const target = newFolder()
  const { objects } = test.services.files.parts
  const source = { database: test.database, objects, config: test.services.config }
  await runBackup(source, { target, keep: 14, verifies: false })
  /* What an older engine leaves is told by this file alone; its other files cannot be read at all. */
  const directory = path.join(dataDir, 'database')
  fs.mkdirSync(directory, { recursive: true })
  fs.writeFileSync(path.join(directory, 'PG_VERSION'), '17\n')
  const restored = () =>
    promisify(execFile)(process.execPath, ['server/backup/restore.command.ts', target], {
      env: { ...bareEnvironment, DATA_DIR: dataDir },
    })
  const refusal = await restored().then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  )
  expect(refusal).toContain('has version 17')
  // Where the upgrade of docs/runbook.md leaves the former program.
  expect(refusal).toContain('(cd /opt/rafid-old && npm run backup -- FOLDER --verify)')
  expect(fs.readdirSync(directory)).toEqual(['PG_VERSION'])
  const [, from = '', to = ''] = /^ *mv (\S+) (\S+)$/m.exec(refusal) ?? []
  fs.renameSync(from, to)
  await restored()
  const opened = await openDatabase({ dataDir })
  const titles = await opened.kysely.selectFrom('books').select('title').execute()
  expect(titles).toEqual([{ title: 'قبل الإصدار' }])
  await opened.close()
  await test.close()
}, 300_000)
