import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { SiteAssets } from '#web/site/page-module.ts'
import type { AppInstance } from '#server/base/http/app-instance.ts'
import { releaseHeader } from '#contract/paths.ts'
import { dashboardContentPolicy } from '#server/base/http/headers.ts'
import type { ReadyPage } from '#server/base/http/page-cache.ts'
import { sendReady } from './ready-answer.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
}

interface ManifestChunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

const loaderKey = 'site/islands/loader.ts'

async function readManifest(): Promise<Record<string, ManifestChunk>> {
  return JSON.parse(await readFile(path.join(dist, 'site/.vite/manifest.json'), 'utf8'))
}

/** Where the built server bundle of the site is. */
export const siteBundleFile = path.join(dist, 'server/site.js')

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined)
}

async function readReady(file: string, type: string): Promise<ReadyPage> {
  const identity = await readFile(file)
  const [br, gzip] = await Promise.all([readIfThere(`${file}.br`), readIfThere(`${file}.gz`)])
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { status: 200, type, etag, bytes: { br, gzip, identity } }
}

async function readFolder(folder: string): Promise<[string, ReadyPage][]> {
  const names = await readdir(folder).catch((): string[] => [])
  const known = names.filter(name => types[path.extname(name)] !== undefined)
  return Promise.all(
    known.map(async (name): Promise<[string, ReadyPage]> => {
      const type = types[path.extname(name)] ?? 'application/octet-stream'
      return [name, await readReady(path.join(folder, name), type)]
    }),
  )
}

/** Serves the built files of the site and the dashboard from memory: hashed names, immutable, precompressed. */
export async function assetRoutes(app: AppInstance): Promise<void> {
  const folders = await Promise.all([
    readFolder(path.join(dist, 'site/assets')),
    readFolder(path.join(dist, 'dashboard/assets')),
  ])
  const files = new Map(folders.flat())
  app.get<{ Params: { name: string } }>('/assets/:name', { logLevel: 'warn' }, (request, reply) => {
    const file = files.get(request.params.name)
    if (!file) return reply.callNotFound()
    sendReady(request, reply, file, immutable)
    return reply
  })
}

/** The addresses of the site's built files, from the build's manifest. Errors: throws when nothing was built. */
export async function readSiteAssets(): Promise<SiteAssets> {
  const manifest = await readManifest()
  const loader = manifest[loaderKey]
  const gradeFirst = manifest['islands/grade-first.ts']
  const ownFirst = manifest['islands/own-first.ts']
  const ownRows = manifest['islands/own-rows.ts']
  if (!loader || !gradeFirst || !ownFirst || !ownRows)
    throw new Error('The manifest of the site lacks a script: build again')
  const files = Object.values(manifest).map(chunk => chunk.file)
  const find = (pattern: RegExp) => {
    const file = [...files, ...(loader.assets ?? [])].find(name => pattern.test(name))
    return file && `/${file}`
  }
  return {
    script: `/${loader.file}`,
    gradeFirst: `/${gradeFirst.file}`,
    ownFirst: `/${ownFirst.file}`,
    ownRows: [ownRows, ...(ownRows.imports ?? []).flatMap(key => manifest[key] ?? [])].map(
      ({ file }) => `/${file}`,
    ),
    styles: (loader.css ?? []).map(file => `/${file}`),
    font: find(/readex-pro-arabic-wght[^/]*\.woff2$/),
  }
}

/** What every page loads, and the small scripts that bring parts of it to life. */
async function filesOfFrame(): Promise<string[]> {
  const manifest = await readManifest()
  const names = new Set<string>()
  const needed = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || needed.has(key)) return
    needed.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])])
      names.add(path.basename(file))
    for (const other of chunk.imports ?? []) add(other)
    for (const other of chunk.dynamicImports ?? [])
      if (other.startsWith('islands/') && other.endsWith('.ts')) add(other)
  }
  add(loaderKey)
  return [...names].toSorted()
}

/** The service worker, behind the names of the built files; undefined when it was not built. */
export async function readWorker(): Promise<string | undefined> {
  const [code, built] = await Promise.all([
    readFile(path.join(dist, 'worker/worker.js'), 'utf8').catch(() => undefined),
    readdir(path.join(dist, 'site/assets')).catch(() => undefined),
  ])
  if (code === undefined || built === undefined) return undefined
  const assets = built.filter(name => types[path.extname(name)] !== undefined).toSorted()
  const shell = { assets, first: await filesOfFrame() }
  return `self.shell=${JSON.stringify(shell)};\n${code}`
}

const dashboardFile = path.join(dist, 'dashboard/dashboard/index.html')

/** Lets the answers of a scope name the release of the dashboard, so that windows which are older can say so. Source: S2.8. */
export async function tellRelease(scope: AppInstance): Promise<void> {
  const document = await readIfThere(dashboardFile)
  const release = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(document?.toString() ?? '')?.[1]
  if (release === undefined) return
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header(releaseHeader, release)
    done()
  })
}

/** The one document of the dashboard, for every address that its router knows. */
export async function dashboardRoutes(app: AppInstance, { config }: { config: Config }): Promise<void> {
  const shell = await readReady(dashboardFile, 'text/html; charset=utf-8').catch(() => undefined)
  if (!shell) {
    app.log.warn('the dashboard is not built: run the build to get it')
    return
  }
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': dashboardContentPolicy(config) }
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    sendReady(request, reply, shell, headers)
    return reply
  }
  for (const address of ['/super', '/super/*', '/dashboard', '/dashboard/*']) {
    app.get(address, { logLevel: 'warn' }, answer)
  }
}
