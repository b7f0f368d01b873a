import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type BuiltServer, builtFolder, builtNote, findBuilt, partOf } from '#server/built-server.ts'
import { lateLibraries } from './boundaries.table.ts'
import { root } from './source-files.ts'

const all = path.join(root, builtFolder)
/** Named by its time: those that run while the next is built go on finding their parts. */
const target = path.join(all, String(Date.now()))
const modules = path.join(root, 'node_modules')

/** Packages that stay files of their own: they come with programs or data, are threads, or are seldom needed. */
const apart = [
  ...lateLibraries,
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@tus/server',
  'pg-native',
  'pino',
  'pino-pretty',
  'vite',
]

/* A container has no demo library, and never asks for it. */
const staysApart = (id: string) =>
  (id.startsWith('#demo/') && !existsSync(path.join(root, 'demo'))) ||
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  apart.some(name => id === name || id.startsWith(`${name}/`))

/** Code of ours finds its threads, its data and its packages where it stood before it was built. */
const ownPlaces: Plugin = {
  name: 'own-places',
  enforce: 'pre',
  transform(code, id) {
    const [file = ''] = id.split('?')
    if (!file.startsWith(root) || file.startsWith(modules) || !code.includes('import.meta.')) return null
    const place = `new URL(${JSON.stringify(path.relative(target, file))}, import.meta.url)`
    return code
      .replaceAll('import.meta.url', '__place.href')
      .replaceAll('import.meta.dirname', '__pathOf(new URL(".", __place))')
      .replace(/^/, `import { fileURLToPath as __pathOf } from 'node:url'; const __place = ${place};`)
  },
}

/** Every file of ours that went into the output, and those that say which packages did. */
function partsOf(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string[] {
  const files = output.flatMap(each => (each.type === 'chunk' ? each.moduleIds : []))
  const own = files.filter(file => file.startsWith(root) && !file.startsWith(modules))
  return [
    ...new Set(own.map(file => path.relative(root, file))),
    'package.json',
    'package-lock.json',
  ].toSorted()
}

/**
 * Puts what every start of the server loads into few files, in `dist/process/`, unless that is there. Threads, migrations and
 * commands stay as they are. `server/main.ts` takes it while nothing that it was made from has changed.
 */
export async function buildServer(): Promise<void> {
  if (findBuilt() !== undefined) return
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownPlaces],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: target,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { begin: path.join(root, 'server/begin.ts') },
        external: staysApart,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:6].js' },
      },
    },
  })
  const output = [result].flat().flatMap(each => ('output' in each ? each.output : []))
  const built: BuiltServer = {
    folder: path.basename(target),
    parts: partsOf(output).map(file => partOf(file)),
  }
  writeFileSync(path.join(all, builtNote), JSON.stringify(built))
  if (findBuilt() === undefined) throw new Error('The server was built, and would not be taken.')
  const old = readdirSync(all).filter(name => /^\d+$/.test(name) && name < built.folder)
  for (const folder of old.toSorted().slice(0, -1)) rmSync(path.join(all, folder), { recursive: true })
}
