import fs from 'node:fs'
import { expect, it } from 'vitest'
import { makeDatabaseFolder, removeStaleDatabases } from './database-folder.ts'

const hourMs = 60 * 60 * 1000

function leaveFolder(prefix: string, hoursAgo: number): string {
  const folder = makeDatabaseFolder(prefix)
  const left = new Date(Date.now() - hoursAgo * hourMs)
  fs.utimesSync(folder, left, left)
  return folder
}

it('removes what killed tests and benchmarks left long ago, and nothing that may be in use', () => {
  const stale = [leaveFolder('rafid-test-', 7), leaveFolder('rafid-bench-', 25)]
  const others = [
    leaveFolder('rafid-test-', 2),
    leaveFolder('rafid-bench-', 23),
    leaveFolder('of-another-', 7),
  ]
  try {
    removeStaleDatabases()
    expect(stale.filter(folder => fs.existsSync(folder))).toEqual([])
    expect(others.filter(folder => !fs.existsSync(folder))).toEqual([])
  } finally {
    for (const folder of [...stale, ...others]) fs.rmSync(folder, { recursive: true, force: true })
  }
})
