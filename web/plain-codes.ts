import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * Gives the site's scripts the closed lists of contract as plain data. The schemas that stand beside them would
 * bring the whole schema library to every student who opens the search.
 */
export function plainCodes(): Plugin {
  return {
    name: 'rafid-plain-codes',
    applyToEnvironment: environment => environment.name === 'client',
    async load(id) {
      if (!/\/contract\/(?:codes|resources)\/[\w-]+\.ts$/.test(id)) return null
      if (!(await readFile(id, 'utf8')).includes(`from 'zod'`)) return null
      const exported: Record<string, unknown> = await import(id)
      return Object.entries(exported)
        .filter(([, value]) => isPlain(value))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'function') return false
  if (typeof value !== 'object' || value === null) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || Array.isArray(value)) && Object.values(value).every(isPlain)
}
