import type { Plugin } from 'vite'

const icon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const frame = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/
const own = JSON.stringify(`${import.meta.dirname}/ui/bare-icon.ts`)

/** The code of an icon without what draws nothing: the random key of each of its strokes, which no packing makes smaller. */
export function bareIcon(code: string): string {
  return code.replaceAll(/,\s*key: "\w+"/g, '').replace(/^__iconData\.node;\n/m, '')
}

/** Gives the islands of the site, whose bytes are counted, the icons of Lucide with `ui/bare-icon.ts` around them. */
export function bareIcons(): Plugin {
  return {
    name: 'bare-icons',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    load: {
      filter: { id: frame },
      handler: () => ({ code: `export { createIcon as default } from ${own}`, map: null }),
    },
    transform: {
      filter: { id: icon },
      handler: code => ({ code: bareIcon(code), map: null }),
    },
  }
}
