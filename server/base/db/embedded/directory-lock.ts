import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A lock on a directory that the kernel frees when the process ends, however it ends. */
export interface DirectoryLock {
  release(): void
}

/**
 * Takes the lock of a directory, kept in a file beside it.
 * Two processes on one embedded database destroy it; SQLite's exclusive transaction is a file lock of the operating
 * system that needs no native add-on.
 * Shape: nothing else runs while it waits, for a killed process to be gone.
 * Units: milliseconds.
 * Errors: throws, in Arabic and English, when somebody still holds the lock after `waitMs`.
 */
export function lockDirectory(directory: string, { waitMs = 0 } = {}): DirectoryLock {
  fs.mkdirSync(path.dirname(directory), { recursive: true })
  const lock = new DatabaseSync(`${directory}.lock`, { timeout: waitMs })
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new Error(
      `قاعدة البيانات مفتوحة في عملية أخرى. أوقفها أولاً أو اختر مجلد بيانات آخر. ` +
        `The database in ${directory} is in use by another process. Stop it first, or choose another DATA_DIR.`,
      { cause },
    )
  }
  return { release: () => lock.close() }
}

/** Whether somebody holds the lock of a directory. */
export function isDirectoryLocked(directory: string): boolean {
  if (!fs.existsSync(`${directory}.lock`)) return false
  try {
    lockDirectory(directory).release()
    return false
  } catch {
    return true
  }
}
