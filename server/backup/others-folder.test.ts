import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/base/db/open.ts'
import { askServer } from '#server/base/server-requests.ts'
import { readConfig } from '#server/config.ts'
import { backupRequests } from './backup-requests.ts'
import { openTarget } from './backup-target.ts'
import { openSource } from './open-source.ts'

const nobody = 65_534

describe.runIf(process.getuid?.() === 0)('root, in a folder that belongs to the service', () => {
  let folder: string
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rafid-test-owner-'))
    fs.chownSync(folder, nobody, nobody)
  })
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  const orderTo = (target: string) => ({ target, keep: 1, verifies: false })
  const asking = { tell: () => undefined, isServerThere: () => true }

  it.each([
    ['opens no embedded database', () => openDatabase({ dataDir: folder })],
    ['makes no backup of it', () => openSource(readConfig({ DATA_DIR: folder }))],
    [
      'puts no files beside those of another database',
      () => openSource(readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://localhost:1/none' })),
    ],
    ['keeps no backup in it', () => openTarget(folder, readConfig({}))],
    [
      'asks no server that could not read it',
      () => askServer(folder, backupRequests, orderTo(folder), asking),
    ],
  ])('%s, says whose it is, and leaves nothing behind', async (_, act) => {
    await expect(act()).rejects.toThrow(`belongs to the user ${nobody}`)
    expect(fs.readdirSync(folder)).toEqual([])
  })
})
