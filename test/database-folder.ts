import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memoryFolder = '/dev/shm'
/** What the databases that tests have open at a time, their templates and three browsers may take together, and more. */
const neededBytes = 2 * 1024 * 1024 * 1024
const hourMs = 60 * 60 * 1000
/** How long what begins so is left alone: tests last minutes, benchmarks may be told to last for hours. */
const staleMs = { 'rafid-test-': 6 * hourMs, 'rafid-bench-': 24 * hourMs }

/** Whether the system has a place for files in memory (`/dev/shm`) with enough room for tests. */
export const isMemoryUsed = hasRoom(memoryFolder)

/**
 * The folder of the databases of tests: in memory where there is room, else the one of temporary files. A database is a
 * thousand files that live for seconds.
 */
export const databaseFolder = isMemoryUsed ? memoryFolder : os.tmpdir()

function hasRoom(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) >= neededBytes
  } catch {
    return false
  }
}

/** A new empty folder for a database, whose name begins with `prefix`. */
export function makeDatabaseFolder(prefix: string): string {
  return fs.mkdtempSync(path.join(databaseFolder, prefix))
}

/** Removes templates that are old, and what tests and benchmarks of this user that were killed have left there long ago. */
export function removeStaleDatabases(): void {
  for (const name of fs.readdirSync(databaseFolder)) {
    const [, mostMs] = Object.entries(staleMs).find(([prefix]) => name.startsWith(prefix)) ?? []
    if (mostMs === undefined) continue
    const target = path.join(databaseFolder, name)
    const found = fs.statSync(target, { throwIfNoEntry: false })
    if (found === undefined || Date.now() - found.mtimeMs < mostMs) continue
    const isOurs = process.getuid === undefined || [0, found.uid].includes(process.getuid())
    if (isOurs) fs.rmSync(target, { recursive: true, force: true })
  }
}
