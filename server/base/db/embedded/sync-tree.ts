import fs from 'node:fs'
import path from 'node:path'

/** Makes a file or a directory entry durable; systems that cannot sync a directory are let be. */
export function syncPath(target: string): void {
  let descriptor: number
  try {
    descriptor = fs.openSync(target, 'r')
  } catch (error) {
    if (process.platform === 'win32') return
    throw error
  }
  try {
    fs.fsyncSync(descriptor)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Makes a directory and all beneath it durable. */
export function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else syncPath(child)
  }
  syncPath(directory)
}
