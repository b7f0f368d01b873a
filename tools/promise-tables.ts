import { lineAt, type Finding, type SourceFile } from './source-files.ts'

const productPages = /^docs\/product\/[a-z]+\.md$/
const tablePages = /^docs\/tests\/[a-z]+\.md$/
const testFiles = /\.(?:test|e2e)\.tsx?$|-behaviour\.ts$/
const literal = /'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g

/** Every text in quotes that a test file holds: the names of its tests are among them. */
function textsOf({ text }: SourceFile): Set<string> {
  return new Set(
    Array.from(text.matchAll(literal), ([, single, double, template]) =>
      (single ?? double ?? template ?? '').replace(/\\(['"`])/g, '$1'),
    ),
  )
}

interface Place {
  path: string
  line: number
}

/** What is wrong with what a row says of one file: `file`: “name”, “name” (or: whole file). */
function faultsOfFile(name: string, said: string, files: SourceFile[], place: Place): Finding[] {
  const file = files.find(one => one.path === name)
  if (!file) return [{ ...place, message: `${name} does not exist; name the file that shows this.` }]
  if (!testFiles.test(name)) return []
  const names = Array.from(said.matchAll(/“([^”]+)”/g), match => (match[1] ?? '').replaceAll('\\|', '|'))
  if (names.length === 0 && !said.startsWith(': whole file')) {
    return [{ ...place, message: `say which test of ${name}: \`${name}\`: “its name”, or whole file.` }]
  }
  const texts = textsOf(file)
  return names
    .filter(one => !texts.has(one))
    .map(one => ({ ...place, message: `${name} has no test “${one}”; was it renamed?` }))
}

function faultsOfRow(row: string, files: SourceFile[], place: Place): Finding[] {
  const shown = row.split(/(?<!\\)\|/)[2] ?? ''
  const parts = Array.from(shown.matchAll(/`([\w./-]+\.tsx?)`([^`]*)/g))
  if (parts.length === 0)
    return [{ ...place, message: 'a row names at least one file that shows its promise.' }]
  return parts.flatMap(([, name = '', said = '']) => faultsOfFile(name, said, files, place))
}

/** Rows of docs/tests that name no test there is, and promises of docs/product that no row shows. */
export function checkPromiseTables(files: SourceFile[]): Finding[] {
  const findings: Finding[] = []
  const shown = new Set<string>()
  for (const { path, text } of files.filter(file => tablePages.test(file.path))) {
    for (const match of text.matchAll(/^\| ([A-Z]\d+\.\d+)\b.*$/gm)) {
      shown.add(match[1] ?? '')
      findings.push(...faultsOfRow(match[0], files, { path, line: lineAt(text, match.index) }))
    }
  }
  for (const { path, text } of files.filter(file => productPages.test(file.path))) {
    for (const match of text.matchAll(/^- \*\*([A-Z]\d+\.\d+)\*\*/gm)) {
      if (shown.has(match[1] ?? '')) continue
      const message = `nothing shows ${match[1]}: add a row to ${path.replace('product', 'tests')}, with the test.`
      findings.push({ path, line: lineAt(text, match.index), message })
    }
  }
  return findings
}
