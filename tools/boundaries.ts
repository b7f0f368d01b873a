import path from 'node:path'
import { parseSync, Visitor, type ParseResult } from 'oxc-parser'
import { importBans, lateLibraries, startOfServer } from './boundaries.table.ts'
import { serverFloors, webFloors } from './floors.table.ts'
import { lineAt, type Finding, type SourceFile } from './source-files.ts'

/** One import of one of our own files by another. */
export interface Import {
  from: string
  to: string
  line: number
  /** The words between the quotes. */
  request: string
  isTypeOnly: boolean
  /** Loaded when the line is reached, not with the file. */
  isLate: boolean
}

const aliases: Record<string, string> = {
  '#contract/': 'contract/',
  '#demo/': 'demo/',
  '#server/': 'server/',
  '#web/': 'web/',
  '#test/': 'test/',
}

/** The place that a request means, relative to the root; a bare name stands for a package. */
function resolve(from: string, request: string): string {
  for (const [alias, folder] of Object.entries(aliases)) {
    if (request.startsWith(alias)) return path.posix.normalize(folder + request.slice(alias.length))
  }
  if (request.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), request))
  return `package:${request}`
}

/** Where those `import(…)` begin that stand in no function, and so are loaded with the file. */
function startsOfEarlyImports(program: ParseResult['program']): Set<number> {
  const starts = new Set<number>()
  let depth = 0
  const enter = () => void (depth += 1)
  const leave = () => void (depth -= 1)
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ImportExpression(node) {
      if (depth === 0) starts.add(node.start)
    },
  }).visit(program)
  return starts
}

/** Every import and re-export of one file, packages included. */
export function importsOf(file: SourceFile): Import[] {
  const { module, program } = parseSync(file.path, file.text)
  const early = module.dynamicImports.length > 0 ? startsOfEarlyImports(program) : new Set<number>()
  const found: Import[] = []
  const add = (request: string, offset: number, isTypeOnly: boolean, isLate = false) => {
    const to = resolve(file.path, request.replace(/\?.*$/, ''))
    found.push({ from: file.path, to, line: lineAt(file.text, offset), request, isTypeOnly, isLate })
  }
  for (const item of module.staticImports) {
    const isTypeOnly = item.entries.length > 0 && item.entries.every(entry => entry.isType)
    add(item.moduleRequest.value, item.start, isTypeOnly)
  }
  for (const item of module.staticExports) {
    const [first] = item.entries.flatMap(entry => entry.moduleRequest ?? [])
    if (first)
      add(
        first.value,
        item.start,
        item.entries.every(entry => entry.isType),
      )
  }
  for (const item of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(
      file.text.slice(item.moduleRequest.start, item.moduleRequest.end),
    )
    if (literal?.[2]) add(literal[2], item.start, false, !early.has(item.start))
  }
  return found
}

function isTestFile(name: string): boolean {
  return /(\.(test|e2e)|-behaviour)\.tsx?$/.test(name)
}

/** Imports that the table of boundaries.table.ts forbids. */
function findBanned(imports: Import[]): Finding[] {
  const findings: Finding[] = []
  for (const entry of imports) {
    for (const ban of importBans) {
      if (!ban.from.test(entry.from) || ban.except?.test(entry.from)) continue
      if (isTestFile(entry.from) && !ban.holdsInTests) continue
      if (!ban.to.test(entry.to) || ban.unless?.test(entry.to)) continue
      if (ban.allowsTypes && entry.isTypeOnly) continue
      findings.push({
        path: entry.from,
        line: entry.line,
        message: `imports ${entry.request}: ${ban.message}`,
      })
      break
    }
  }
  return findings
}

const floorOfPlace = new Map(
  [serverFloors, webFloors].flatMap(floors =>
    floors.flatMap(({ places }, floor) => places.map(place => [place, floor])),
  ),
)

/** The longest name on the list of floors that holds this file, or undefined where there are no floors. */
function placeOf(name: string): { place: string; floor: number; root: string } | undefined {
  let place = name
  while (place !== '.') {
    const isFolder = place !== name
    const floor =
      floorOfPlace.get(place) ?? (isFolder ? floorOfPlace.get(`${path.posix.dirname(place)}/*`) : undefined)
    if (floor !== undefined) return { place, floor, root: name.slice(0, name.indexOf('/')) }
    place = path.posix.dirname(place)
  }
  return undefined
}

/** Imports from a floor to one above it, or to a neighbour on the same floor. Tests may look anywhere. */
function findUpwards(imports: Import[]): Finding[] {
  return imports.flatMap(entry => {
    const from = placeOf(entry.from)
    const to = placeOf(entry.to)
    if (
      !from ||
      !to ||
      from.place === to.place ||
      from.root !== to.root ||
      to.floor > from.floor ||
      isTestFile(entry.from)
    )
      return []
    const message =
      `imports ${entry.request}: ${from.place} stands ${to.floor === from.floor ? 'beside' : 'below'} ${to.place}. ` +
      'Take what you need as an argument, or move it to a floor below both (tools/floors.table.ts).'
    return [{ path: entry.from, line: entry.line, message }]
  })
}

/** Own files imported without their extension, or under a name that is not theirs. */
function findUnresolved(imports: Import[], known: ReadonlySet<string>): Finding[] {
  return imports
    .filter(
      entry => !entry.to.startsWith('package:') && !entry.to.startsWith('dist/') && !known.has(entry.to),
    )
    .filter(entry => /(\.tsx?|\.mjs|\/[^./]+)$/.test(entry.to))
    .map(entry => ({
      path: entry.from,
      line: entry.line,
      message: `imports ${entry.request}, which is no file. Write the whole name with its extension.`,
    }))
}

/** Rings of files that import each other; each ring is told once, at its first import. */
function findCycles(imports: Import[]): Finding[] {
  const graph = new Map<string, Import[]>()
  for (const entry of imports) graph.set(entry.from, [...(graph.get(entry.from) ?? []), entry])
  const finished = new Set<string>()
  const findings: Finding[] = []

  const visit = (name: string, trail: Import[]) => {
    const start = trail.findIndex(entry => entry.from === name)
    const first = trail[start]
    if (first) {
      const ring = [...trail.slice(start).map(entry => entry.from), name].join(' → ')
      const message = `is in a ring of imports: ${ring}. Move what both ends need into a third file.`
      findings.push({ path: first.from, line: first.line, message })
      return
    }
    if (finished.has(name)) return
    for (const entry of graph.get(name) ?? []) visit(entry.to, [...trail, entry])
    finished.add(name)
  }
  for (const name of graph.keys()) visit(name, [])
  return findings
}

/** Large libraries that come with the first file of the server instead of when they are first needed. */
function findEarly(imports: Import[]): Finding[] {
  const graph = Map.groupBy(
    imports.filter(entry => !entry.isTypeOnly && !entry.isLate),
    entry => entry.from,
  )
  const reached = new Set([startOfServer])
  const findings: Finding[] = []
  for (const name of reached) {
    for (const entry of graph.get(name) ?? []) {
      const library = entry.to.replace(/^package:/, '')
      if (lateLibraries.some(late => library === late || library.startsWith(`${late}/`))) {
        const message =
          `imports ${entry.request}, which every start would load and keep in memory. ` +
          'Load it where it is first needed, with `await import(…)`, or in a thread that ends.'
        findings.push({ path: entry.from, line: entry.line, message })
      }
      reached.add(entry.to)
    }
  }
  return findings
}

/** Files called index.ts: the importer should name the file that holds the thing. */
function findBarrels(files: SourceFile[]): Finding[] {
  return files
    .filter(file => /(^|\/)index\.tsx?$/.test(file.path))
    .map(file => ({
      path: file.path,
      line: 1,
      message: 'no index files: import each thing from the file that holds it.',
    }))
}

/** Everything that breaks the import rules of ARCHITECTURE.md. */
export function checkBoundaries(files: SourceFile[]): Finding[] {
  const code = files.filter(file => /\.(ts|tsx|mjs)$/.test(file.path))
  const imports = code.flatMap(importsOf)
  const known = new Set(files.map(file => file.path))
  return [
    ...findBanned(imports),
    ...findUpwards(imports),
    ...findUnresolved(imports, known),
    ...findCycles(imports),
    ...findEarly(imports),
    ...findBarrels(code),
  ]
}
