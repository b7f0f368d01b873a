import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'
import {
  type BuiltServer,
  builtFolder,
  builtNote,
  findBuilt,
  type Part,
  partOf,
} from '#server/built-server.ts'
import { heldNarrow } from '#web/held-narrow.ts'
import { lateLibraries } from './boundaries.table.ts'
import { root as ownRoot } from './source-files.ts'

/** How long after a newer one was begun a server may still run that loads its late parts from a folder. */
const keptMs = 3 * 24 * 60 * 60 * 1000

/** How the folder of a build ends that is not whole. */
const unfinishedEnd = '.unfinished'

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

/** What says which packages are there, and how a server is made of what is. */
const alwaysParts = [
  'node_modules/.package-lock.json',
  'package-lock.json',
  'package.json',
  'tools/boundaries.table.ts',
  'tools/build-server.ts',
  'tsconfig.json',
  'web/held-narrow.ts',
]

/* A container has no demo library, and never asks for it. */
const staysApart = (id: string, root: string) =>
  (id.startsWith('#demo/') && !existsSync(path.join(root, 'demo'))) ||
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  apart.some(name => id === name || id.startsWith(`${name}/`))

/** The file of ours that a module is. Shape: its path from the root, with forward slashes. */
function ownFile(id: string, root: string): string | undefined {
  const start = `${root.replaceAll(path.sep, '/')}/`
  const [file = ''] = id.startsWith(start) ? id.slice(start.length).split('?') : []
  return file === '' || file.startsWith('node_modules/') ? undefined : file
}

/** Gathers every file of ours as it is before it is read: some leave no more than a number in what is built. */
function gatherParts(root: string, parts: Map<string, Part>): Plugin {
  return {
    name: 'gather-parts',
    enforce: 'pre',
    load(id) {
      const file = ownFile(id, root)
      if (file !== undefined) parts.set(file, partOf(file, root))
      return null
    },
  }
}

/** Code of ours finds its threads, its data and its packages where it stood before it was built. */
function ownPlaces(root: string, target: string): Plugin {
  return {
    name: 'own-places',
    enforce: 'pre',
    transform(code, id) {
      const file = ownFile(id, root)
      if (file === undefined || !code.includes('import.meta.')) return null
      const there = path.relative(target, path.join(root, file)).replaceAll(path.sep, '/')
      const place = `new URL(${JSON.stringify(there)}, import.meta.url)`
      return code
        .replaceAll('import.meta.url', '__place.href')
        .replaceAll('import.meta.dirname', '__pathOf(new URL(".", __place))')
        .replace(/^/, `import { fileURLToPath as __pathOf } from 'node:url'; const __place = ${place};`)
    },
  }
}

/** Has the system write a file down before anything is said of it. */
function settle(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Notes what is whole. Two that build at once write two notes one after the other, and no half of either. */
function writeNote(all: string, built: BuiltServer): void {
  for (const [name] of built.files) settle(path.join(all, built.folder, name))
  const note = path.join(all, builtNote)
  const unfinished = `${note}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(built))
  settle(unfinished)
  renameSync(unfinished, note)
}

/**
 * Removes the folders that no server should still run from: a newer one was begun more than `keptMs` ago. What came to nothing
 * is no newer one, and goes after that time.
 */
function removeOld(all: string): void {
  const remove = (name: string) => rmSync(path.join(all, name), { recursive: true, force: true })
  const isKept = (name: string) => Date.now() - Number.parseInt(name, 10) < keptMs
  const names = readdirSync(all)
  for (const name of names) if (name.endsWith(unfinishedEnd) && !isKept(name)) remove(name)
  const folders = names.filter(name => /^\d+$/.test(name))
  const inOrder = folders.toSorted((one, other) => Number(one) - Number(other))
  for (const [index, folder] of inOrder.entries()) {
    const next = inOrder[index + 1]
    if (next === undefined || isKept(next)) return
    remove(folder)
  }
}

/**
 * Puts what every start of the server loads into few files, in `dist/process/`, unless that is there. Threads, migrations and
 * commands stay as they are. `server/main.ts` takes it while nothing that it was made from has changed. Where a file changed
 * meanwhile, or npm left no list of its packages, it says so, and the server runs file by file. `also` sees the build too.
 */
export async function buildServer(root = ownRoot, also: readonly Plugin[] = []): Promise<void> {
  if (findBuilt(root) !== undefined) return
  if (!alwaysParts.every(file => existsSync(path.join(root, file)))) {
    console.warn(
      `The server stays file by file: it needs ${alwaysParts.join(', ')} to know when it is stale.`,
    )
    return
  }
  const parts = new Map(alwaysParts.map(file => [file, partOf(file, root)]))
  const all = path.join(root, builtFolder)
  /* Named by its time: those that run while the next is built go on finding their parts. */
  const target = path.join(all, String(Date.now()))
  const unfinished = `${target}${unfinishedEnd}`
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [gatherParts(root, parts), ownPlaces(root, target), ...also],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: unfinished,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { begin: path.join(root, 'server/begin.ts') },
        external: id => staysApart(id, root),
        output: { ...heldNarrow, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:6].js' },
      },
    },
  }).catch((error: unknown) => {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  })
  if (!parts.has('server/begin.ts'))
    throw new Error('The server was built, and nobody knows from which files.')
  const names = [result]
    .flat()
    .flatMap(each => ('output' in each ? each.output : []))
    .map(each => each.fileName)
  renameSync(unfinished, target)
  writeNote(all, {
    folder: path.basename(target),
    files: names.map(name => [name, statSync(path.join(target, name)).size]),
    parts: [...parts.values()],
  })
  removeOld(all)
  if (findBuilt(root) === undefined)
    console.warn('A file changed while the server was built: it runs file by file until the next build.')
}
