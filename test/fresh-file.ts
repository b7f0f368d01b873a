import { vi } from 'vitest'

/*
 * Runs before each file of the unit tests, whose process has run others: the file begins with modules, clocks and globals of
 * its own, as in a process of its own. Packages stay loaded.
 */
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
