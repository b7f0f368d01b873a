import { importsOf } from './boundaries.ts'
import { serverFloors } from './floors.table.ts'
import { reasonOf } from './repeats.table.ts'
import { listSourceFiles, type SourceFile } from './source-files.ts'

/** Lines that a run of equal lines does not count: blank, comments, imports, lone punctuation. */
const isThin = /^(?:|\/\/.*|\/?\*.*|import .*|\} from .*|export \{.*|[\s{}()[\],;<>/]*)$/
const runLength = 6

/** Code of the product: what ships, without tests, programs around it and the demo library. */
export function isProductCode(name: string): boolean {
  return (
    /^(?:contract|server|web)\/.*\.(?:ts|tsx|css)$/.test(name) && !/\.test\.tsx?$|-behaviour\.ts$/.test(name)
  )
}

/** Pairs of files of the product that share six or more lines in a row, with the number of such lines. */
export function repeatedRuns(files: SourceFile[]): { pair: string; lines: number }[] {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const lines = text
      .replace(/^import (?:type )?\{[^}]*\} from .*$/gm, '')
      .split('\n')
      .map(line => line.trim())
      .filter(line => !isThin.test(line))
    for (let at = 0; at + runLength <= lines.length; at += 1) {
      const run = lines.slice(at, at + runLength).join('\n')
      places.set(run, (places.get(run) ?? new Set()).add(path))
    }
  }
  const counts = new Map<string, number>()
  for (const sharers of places.values()) {
    const names = [...sharers].toSorted()
    for (const [index, first] of names.entries()) {
      for (const second of names.slice(index + 1)) {
        const pair = `${first} ~ ${second}`
        counts.set(pair, (counts.get(pair) ?? 0) + 1)
      }
    }
  }
  return [...counts]
    .map(([pair, count]) => ({ pair, lines: count + runLength - 1 }))
    .toSorted((a, b) => b.lines - a.lines)
}

/** Files outside the list of kinds and the folders of the kinds themselves that name at least four of the five kinds. */
export function namingAllKinds(files: SourceFile[]): string[] {
  const kinds = [
    /\bbooks?\b|\bBOOK\b/,
    /\bnotes?\b|\bmalazimas?\b|\bMALAZIMA\b/,
    /\bexams?\b|\bMINISTERIAL_EXAM\b/,
    /\bresults?\b|\bRESULT\b/,
    /\bnews\b|\bNEWS\b/,
  ]
  const isOwn =
    /^contract\/(?:kinds\.ts|resources\/)|^server\/content\/|^web\/(?:site|dashboard)\/(?:books|notes|exams|results|news)\/|\/migrations\//
  return files
    .filter(file => /\.tsx?$/.test(file.path) && !isOwn.test(file.path))
    .filter(file => {
      const code = file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*[\u0600-\u06FF][^'\n]*'/g, '')
      const words = (code.match(/(?<![\w#/.-])(?:'[\w-]+'|[a-zA-Z_]+(?=\s*[:,})\]]))/g) ?? []).join(' ')
      return kinds.filter(kind => kind.test(words)).length >= 4
    })
    .map(file => file.path)
}

function main(): void {
  const files = listSourceFiles().filter(file => isProductCode(file.path))
  const code = files.filter(file => /\.tsx?$/.test(file.path))
  const lines = (list: SourceFile[]) =>
    list.reduce((total, file) => total + file.text.split('\n').length - 1, 0)
  const pairs = repeatedRuns(files)
  const naming = namingAllKinds(files)
  const folders = new Set(code.map(file => file.path.replace(/\/[^/]+$/, '')))
  console.log(`files of the product      ${files.length}, in ${folders.size} folders`)
  console.log(`lines of the product      ${lines(files)} (TypeScript ${lines(code)})`)
  console.log(
    `longest file              ${Math.max(...code.map(file => file.text.split('\n').length - 1))} lines`,
  )
  console.log(`imports                   ${code.flatMap(importsOf).length}`)
  console.log(
    `floors of the server      ${serverFloors.length}; upward imports and rings: npm run check refuses them`,
  )
  console.log(`pairs that repeat lines   ${pairs.length} (six lines or more in a row)`)
  for (const { pair, lines: shared } of pairs)
    console.log(`  ${String(shared).padStart(3)}  ${pair}\n       ${reasonOf(pair) ?? 'WITHOUT A REASON'}`)
  console.log(`files that list the kinds ${naming.length}`)
  for (const name of naming) console.log(`       ${name}`)
}

if (import.meta.main) main()
