import { vi } from 'vitest'

/*
 * Runs before each file of the unit tests, whose process has run others: the file begins with modules, clocks, globals, settings
 * and a folder of its own, as in a process of its own. Packages stay loaded.
 */
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()

interface Begun {
  folder: string
  settings: NodeJS.ProcessEnv
}

/** What the process has begun with. */
const { folder, settings } = ((globalThis as { begun?: Begun }).begun ??= {
  folder: process.cwd(),
  settings: { ...process.env },
})
process.chdir(folder)
for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name]
for (const [name, value] of Object.entries(settings))
  // Those of Vitest itself say which of its files is running.
  if (!name.startsWith('VITEST_')) process.env[name] = value
