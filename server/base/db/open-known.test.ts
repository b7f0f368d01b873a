import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { bareEnvironment } from '#test/environment.ts'
import { hasPostgres, openTestDatabase } from '#test/database.ts'
import { openKnownDatabase } from './open-known.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-known-'))
const absent = path.join(folder, 'data')

afterEach(() => fs.rmSync(absent, { recursive: true, force: true }))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function run(file: string, args: string[], environment: Record<string, string>) {
  return new Promise<{ code: number | string | null | undefined; output: string }>(resolve => {
    const env = { ...bareEnvironment, ...environment }
    const child = execFile(process.execPath, [file, ...args], { cwd: root, env }, (error, out, said) =>
      resolve({ code: error === null ? 0 : error.code, output: out + said }),
    )
    child.stdin?.end('a quite long password\n')
  })
}

describe('a command that is typed beside the wrong data directory', () => {
  it.each([
    ['server/backup/backup.command.ts', [path.join(folder, 'backup')], 1],
    ['server/base/db/dump.command.ts', [path.join(folder, 'dump.sql.gz')], 1],
    ['server/files/scrub.command.ts', [], 1],
    ['server/migrations.command.ts', [], 1],
    ['server/staff/accounts/admin.command.ts', ['reset', 'a@rafid.example'], 1],
    ['server/staff/accounts/admin.command.ts', ['reset-second-factor', 'a@rafid.example'], 1],
    ['server/staff/audit/verify.command.ts', [], 2],
  ])('says where it looked and makes nothing there: %s', async (file, args, code) => {
    const ended = await run(file, args, { DATA_DIR: absent })
    expect(ended).toEqual({ code, output: expect.stringContaining(`no database in ${absent}`) as string })
    expect(ended.output).toContain('DATA_DIR')
    expect(ended.output).not.toMatch(/^ {4}at /m)
    expect(fs.existsSync(path.join(absent, 'database'))).toBe(false)
  })
})

describe('the list of migrations', () => {
  it('is whole for who reads its beginning only', async () => {
    const database = await openTestDatabase('pglite')
    await database.kysely.deleteFrom('kysely_migration' as never).execute()
    await database.close()
    const { dataDir } = database.options
    const child = spawn(process.execPath, ['server/migrations.command.ts'], {
      cwd: root,
      env: { ...bareEnvironment, DATA_DIR: dataDir },
    })
    let said = ''
    child.stderr.on('data', piece => (said += String(piece)))
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise(resolve => child.once('close', resolve))
    expect({ code, said }).toEqual({ code: 0, said: '' })
    await database.cleanup()
  })
})

describe.runIf(hasPostgres())('a database that no site of this program has used', () => {
  it('is refused readably', async () => {
    const database = await openTestDatabase('postgres')
    try {
      const { dataDir, databaseUrl } = database.options
      const options = { dataDir, databaseUrl }
      await (await openKnownDatabase(options)).close()
      await database.kysely.deleteFrom('kysely_migration' as never).execute()
      await expect(openKnownDatabase(options)).rejects.toThrow('holds nothing of Rafid')
    } finally {
      await database.cleanup()
    }
  })
})
