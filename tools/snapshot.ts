import { createWriteStream, existsSync } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ministerialGradeCodes } from '#contract/codes/grades.ts'
import { apiPaths, discoveryPaths, paths, sha256OfFileAddress } from '#contract/paths.ts'
import type { NumberBucket } from '#contract/resources/lookup.ts'
import { commonHeaders } from '#server/base/http/headers.ts'
import { startFailure } from '#server/base/start-failure.ts'
import { readConfig } from '#server/config.ts'
import { fileOf, isMirrored, listNamed } from './mirror-addresses.ts'
import type { MirrorScope } from './mirror-addresses.ts'
import { root } from './source-files.ts'

/**
 * Writes the public site as static files that any web server can serve as a mirror: pages, scripts, buckets of exam
 * numbers, sheets and the pictures of their pages.
 *
 * Usage: npm run snapshot -- FOLDER [--from http://127.0.0.1:PORT] [--scope results] [--data DATA_DIR]
 * Asks a running server as visitors do: without `--from` the one of this machine, at its `PORT`. `--scope results`: results
 * only. `--data`: where the server's files lie on this disk, so that they are linked and take no room. Run again into the same
 * folder, it fetches what may have changed and removes what is not public any more. The files are in FOLDER/site, what nginx
 * adds to them in FOLDER/headers.conf.
 * Exit code: 1 when something could not be fetched; then nothing is removed.
 */
interface Snapshot {
  folder: string
  from: string
  scope: MirrorScope
  /** The data directory of the server, where it is on this disk. */
  dataDir?: string | undefined
}

/** What a snapshot came to. Shape: addresses that are named and not there; those that failed. */
export interface SnapshotReport {
  files: number
  removed: number
  missing: string[]
  failed: string[]
}

const atOnce = 8
const tries = 6
const pauseMs = 1_000
const hexDigits = 16
/** An address that no page has: its answer is what every other such address gets. */
const nowhere = '/404'

const startingPoints = (scope: MirrorScope) => [
  paths.home,
  paths.results,
  discoveryPaths.manifest,
  discoveryPaths.worker,
  discoveryPaths.oldFavicon,
  discoveryPaths.robots,
  paths.offline,
  paths.shelf,
  ...ministerialGradeCodes.map(stage => `${apiPaths.resultStatus}?stage=${stage}`),
  ...ministerialGradeCodes.map(paths.resultsOfGrade),
  ...(scope === 'site' ? [discoveryPaths.sitemap, discoveryPaths.feed('all'), paths.search] : []),
]

/** What stays as it is for ever under its address. */
const isImmutable = (address: string) => /^\/(?:files|assets)\//.test(address)

/** Takes a snapshot. Errors: throws when the server does not answer at all. */
export async function takeSnapshot({ folder, from, scope, dataDir }: Snapshot): Promise<SnapshotReport> {
  const site = path.join(folder, 'site')
  const wanted: string[] = []
  const seen = new Set<string>()
  const kept = new Set<string>()
  const report: SnapshotReport = { files: 0, removed: 0, missing: [], failed: [] }
  const starts = new Set(startingPoints(scope))

  function want(address: string): void {
    if (seen.has(address)) return
    seen.add(address)
    if (starts.has(address) || isMirrored(address, scope)) wanted.push(address)
  }

  async function ask(address: string): Promise<Response | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const headers = { 'accept-encoding': 'identity' }
      const answer = await fetch(from + address, { redirect: 'manual', headers }).catch(() => undefined)
      const isBusy = !answer || answer.status === 429 || answer.status >= 500 || isLate(address, answer)
      if (!isBusy || attempt === tries) return isBusy ? undefined : answer
      await answer?.body?.cancel()
      await wait(Number(answer?.headers.get('retry-after') ?? 0) * 1000 || pauseMs)
    }
  }

  async function keep(name: string, write: (part: string) => Promise<unknown>): Promise<void> {
    const file = path.join(site, name)
    await mkdir(path.dirname(file), { recursive: true })
    const part = `${file}.part`
    await rm(part, { force: true })
    await write(part)
    await rename(part, file)
    kept.add(name)
    report.files += 1
  }

  async function fetchOne(address: string): Promise<void> {
    const known = isImmutable(address) ? fileOf(address, '') : undefined
    if (known !== undefined && existsSync(path.join(site, known))) return void kept.add(known)
    const stored = known !== undefined && dataDir ? await findStored(dataDir, address) : undefined
    const answer = await ask(address)
    if (!answer) return void report.failed.push(address)
    const to = answer.headers.get('location')
    if (to) return want(new URL(to, from).pathname + new URL(to, from).search)
    if (!answer.ok || !answer.body) return void report.missing.push(address)
    const type = answer.headers.get('content-type') ?? ''
    const name = fileOf(address, type)
    if (name === undefined) return void report.missing.push(address)
    const isStored = stored && (await stat(stored)).size === Number(answer.headers.get('content-length'))
    if (isStored) {
      await answer.body.cancel()
      const isLinked = await keep(name, part => link(stored, part)).then(
        () => true,
        () => false,
      )
      return isLinked ? undefined : fetchInto(address, name)
    }
    if (/^text\/html|json|xml|javascript|css/.test(type)) {
      const text = await answer.text()
      await keep(name, part => writeFile(part, text))
      follow(address, type, text)
    } else await keep(name, part => pipeline(Readable.fromWeb(answer.body as never), createWriteStream(part)))
  }

  async function fetchInto(address: string, name: string): Promise<void> {
    const answer = await ask(address)
    if (!answer) return void report.failed.push(address)
    if (!answer.ok || !answer.body) return void report.missing.push(address)
    await keep(name, part => pipeline(Readable.fromWeb(answer.body as never), createWriteStream(part)))
  }

  function follow(address: string, type: string, text: string): void {
    if (type.startsWith('text/html')) {
      for (const named of listNamed(text)) want(named)
      for (const bucket of listBuckets(text)) want(bucket)
    } else if (/\/numbers\/.*\.json$/.test(address)) followBucket(address, JSON.parse(text) as NumberBucket)
    else if (address.endsWith('.xml')) for (const named of listLocations(text)) want(named)
    else if (address === discoveryPaths.manifest)
      for (const [, named = ''] of text.matchAll(/"src":\s*"(\/[^"]+)"/g)) want(named)
  }

  function followBucket(address: string, { longer, pages }: NumberBucket): void {
    const [, place = '', prefix = ''] = /^(.*\/)([0-9a-f]+)\.json$/.exec(address) ?? []
    if (longer !== undefined)
      for (const rest of prefixes(longer - prefix.length)) want(`${place}${prefix}${rest}.json`)
    for (const { picture, url, sheetId } of pages)
      for (const named of [picture?.url, url, paths.sheet(sheetId)]) if (named) want(named)
  }

  async function work(): Promise<void> {
    for (let address = wanted.pop(); address !== undefined; address = wanted.pop()) {
      // A body that is cut off, or finds no room.
      const failed = await fetchOne(address).then(
        () => undefined,
        (error: unknown) => `${address} (${error instanceof Error ? error.message : String(error)})`,
      )
      if (failed !== undefined) report.failed.push(failed)
    }
  }

  const home = await fetch(from + paths.home).catch((cause: unknown) => {
    throw new Error(
      `الموقع لا يجيب. The site does not answer at ${from}: start it, or name its address with --from.`,
      { cause },
    )
  })
  await mkdir(site, { recursive: true })
  await writeFile(path.join(folder, 'headers.conf'), headersFile(home.headers))
  await home.body?.cancel()
  for (const asset of await listAssets()) want(asset)
  for (const address of starts) want(address)
  const missing = await fetch(from + nowhere)
  const missingPage = await missing.text()
  await keep('404.html', part => writeFile(part, missingPage))
  while (wanted.length > 0) await Promise.all(Array.from({ length: atOnce }, work))
  if (report.failed.length === 0) report.removed = await removeOthers(site, kept)
  return report
}

/** A smaller picture that takes long is answered with the way to the whole one: it is asked for again. */
const isLate = (address: string, { status }: Response) => status === 302 && address.startsWith('/files/')

function* prefixes(digits: number): Iterable<string> {
  for (let at = 0; at < hexDigits ** digits; at += 1) yield at.toString(hexDigits).padStart(digits, '0')
}

/** The buckets that a page looks exam numbers up in. */
function listBuckets(html: string): string[] {
  const [, place] = /data-numbers="([^"]+)"/.exec(html) ?? []
  const [, digits] = /data-digits="(\d+)"/.exec(html) ?? []
  if (!place || !digits) return []
  return [...prefixes(Number(digits))].map(prefix => `${place}${prefix}.json`)
}

/** The addresses in a sitemap, whatever the site is called. */
function listLocations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, text = '']) => {
    const url = text.replaceAll('&amp;', '&')
    return URL.canParse(url) ? [new URL(url).pathname + new URL(url).search] : []
  })
}

/** Scripts, styles and fonts: pages load some of them only when they are touched. */
async function listAssets(): Promise<string[]> {
  const names = await readdir(path.join(root, 'dist/site/assets')).catch((): string[] => [])
  return names.filter(name => !/\.(?:br|gz)$/.test(name)).map(name => `/assets/${name}`)
}

async function findStored(dataDir: string, address: string): Promise<string | undefined> {
  const sha256 = sha256OfFileAddress(address)
  if (sha256 === undefined || /^\/files\/[^/]+\/[pw]\//.test(address)) return undefined
  const place = path.join(dataDir, 'files/store/objects', sha256.slice(0, 2))
  const names = await readdir(place).catch((): string[] => [])
  const name = names.find(each => each.startsWith(`${sha256}-`))
  return name === undefined ? undefined : path.join(place, name)
}

/** What browsers may do with our pages, for a web server that hands out the files. */
function headersFile(headers: Headers): string {
  const names = Object.keys(commonHeaders({ siteUrl: 'https://site.invalid' }))
  const lines = names.flatMap(name => {
    const value = headers.get(name)
    return value === null
      ? []
      : [`add_header ${name} "${value.replace(/["\\]/g, sign => `\\${sign}`)}" always;`]
  })
  return `${lines.join('\n')}\n`
}

async function removeOthers(site: string, kept: ReadonlySet<string>): Promise<number> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  let removed = 0
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || kept.has(path.relative(site, file).split(path.sep).join('/'))) continue
    await rm(file)
    removed += 1
  }
  return removed
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      scope: { type: 'string', default: 'site' },
      data: { type: 'string' },
    },
  })
  const [folder] = positionals
  if (folder === undefined || !/^(?:site|results)$/.test(values.scope)) {
    console.error('npm run snapshot -- FOLDER [--from ADDRESS] [--scope site|results] [--data DATA_DIR]')
    process.exitCode = 1
    return
  }
  const scope = values.scope === 'results' ? 'results' : 'site'
  const from = values.from?.replace(/\/+$/, '') ?? `http://127.0.0.1:${readConfig().port}`
  const { files, removed, missing, failed } = await takeSnapshot({
    folder,
    from,
    scope,
    dataDir: values.data,
  })
  console.log(`${files} files written, ${removed} removed`)
  for (const address of missing) console.log(`not there: ${address}`)
  for (const address of failed) console.error(`could not be fetched: ${address}`)
  if (failed.length > 0) process.exitCode = 1
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(startFailure(error))
    process.exitCode = 1
  })
}
