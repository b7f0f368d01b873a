import type { Plugin } from 'vite'

const helper = /vite\/preload-helper/

/**
 * What the site's scripts load their parts with, in place of Vite's: it asks for a part and for all that the part imports
 * at once. Styles are none of it, since every page has them all, nor a nonce, and browsers ask for nothing twice.
 */
const code = `export const __vitePreload = (load, parts = []) => {
  for (const part of parts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + part }))
  return load()
}`

/** Keeps the first script of every page of the site small (`docs/decisions/039-a-small-preload.md`). */
export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    load: { filter: { id: helper }, handler: () => ({ code, map: null, moduleSideEffects: false }) },
  }
}
