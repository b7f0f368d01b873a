import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'

/** Makes the names in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a directory that survives a power cut, with those above it that are missing. */
export async function makeDurableDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true })
  if (first === undefined) return
  for (let made = directory; made.length >= first.length; made = path.dirname(made)) {
    await syncDirectory(path.dirname(made))
  }
}
