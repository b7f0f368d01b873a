import { existsSync } from 'node:fs'
import path from 'node:path'
import { lineAt, root, type Finding, type SourceFile } from './source-files.ts'

const promisePages = /^docs\/(?:product\/[a-z]+|design)\.md$/
const sourcesPage = 'docs/sources.md'
const tablePages = /^docs\/tests\/(?!README)[\w-]+\.md$/
const code = /\.(?:ts|tsx|mjs|css)$/
/** These files hold notes as samples. */
const ruleFiles = /^tools\/citations(?:\.test)?\.ts$/

const number = /[PSAQFRD]\d+(?:\.\d+)?/
const numberList = new RegExp(`^${number.source}(?: \\([^)]*\\))?(?:, ${number.source}(?: \\([^)]*\\))?)*$`)
/** From `Source:` to the end of its comment, its next label, or (after `//`) its line. */
const note = /\bSource:\s*((?:(?!\*\/)[^\n])*(?:\n\s*\* (?![A-Z][a-z]+:)(?:(?!\*\/)[^\n])*)*)/g

/** The line of each number, and the numbers that were given twice. */
function readNumbers(files: SourceFile[]): { known: Set<string>; findings: Finding[] } {
  const known = new Set<string>()
  const findings: Finding[] = []
  for (const file of files.filter(one => promisePages.test(one.path))) {
    for (const match of file.text.matchAll(/^(?:## |- \*\*)([A-Z]\d+(?:\.\d+)?)\b/gm)) {
      const [, found = ''] = match
      if (known.has(found)) {
        const message = `${found} is given twice. A number belongs to one promise for ever; take the next.`
        findings.push({ path: file.path, line: lineAt(file.text, match.index), message })
      }
      known.add(found)
    }
  }
  return { known, findings }
}

function readOutsideNames(files: SourceFile[]): string[] {
  const text = files.find(file => file.path === sourcesPage)?.text ?? ''
  return Array.from(text.matchAll(/^\| ([^|]+?) \|/gm), match => match[1] ?? '').filter(
    name => name !== 'Name',
  )
}

/** Why a part of a note leads nowhere, or undefined when it leads somewhere. */
function faultOfPart(part: string, known: Set<string>, outside: string[]): string | undefined {
  if (numberList.test(part)) {
    const missing = part.match(new RegExp(number, 'g'))?.filter(one => !known.has(one)) ?? []
    return missing.length > 0
      ? `${missing.join(', ')} is no promise of docs/product or docs/design.md`
      : undefined
  }
  const decision = /^docs\/decisions\/[\w-]+\.md$/.exec(part)
  if (decision) return existsSync(path.join(root, part)) ? undefined : `${part} does not exist`
  if (/https?:\/\//.test(part) || outside.some(name => part.includes(name))) return undefined
  return `"${part}" is neither a number of docs/product, nor a decision, nor named in ${sourcesPage}`
}

function findInNotes(file: SourceFile, known: Set<string>, outside: string[]): Finding[] {
  if (!code.test(file.path) || ruleFiles.test(file.path)) return []
  return Array.from(file.text.matchAll(note)).flatMap(match => {
    const text = (match[1] ?? '').replace(/\s*\n\s*\*\s*/g, ' ').trim()
    return text
      .replace(/\.$/, '')
      .split(/;\s*/)
      .map(part => faultOfPart(part, known, outside))
      .filter(fault => fault !== undefined)
      .map(fault => ({
        path: file.path,
        line: lineAt(file.text, match.index),
        message: `this source leads nowhere: ${fault}.`,
      }))
  })
}

/** The numbers at the beginning of a table's rows. */
function findInTables(file: SourceFile, known: Set<string>): Finding[] {
  if (!tablePages.test(file.path)) return []
  return Array.from(file.text.matchAll(/^\| ([^|]*)\|/gm)).flatMap(match => {
    const named = match[1]?.match(new RegExp(`\\b${number.source}\\b`, 'g')) ?? []
    return named
      .filter(one => !known.has(one))
      .map(one => ({
        path: file.path,
        line: lineAt(file.text, match.index),
        message: `${one} is no promise of docs/product or docs/design.md.`,
      }))
  })
}

/** Decision records that share a number with an earlier one. */
function findSharedNumbers(files: SourceFile[]): Finding[] {
  const first = new Map<string, string>()
  return files.flatMap(({ path: name }) => {
    const [, taken] = /^docs\/decisions\/(\d{3})-/.exec(name) ?? []
    if (taken === undefined) return []
    const other = first.get(taken)
    if (other === undefined) first.set(taken, name)
    return other === undefined
      ? []
      : [{ path: name, line: 1, message: `${other} has this number; take the next.` }]
  })
}

function findDeadLinks(file: SourceFile): Finding[] {
  if (!file.path.endsWith('.md')) return []
  return Array.from(file.text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g))
    .filter(match => !existsSync(path.join(root, path.dirname(file.path), match[1] ?? '')))
    .map(match => ({
      path: file.path,
      line: lineAt(file.text, match.index),
      message: `the link ${match[1]} leads nowhere.`,
    }))
}

const pathInText = /^(?:contract|server|web|test|tools|bench|deploy|docs|demo)\/[\w./-]*$/
const fileInText = /^[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|css)$/
/** A page that speaks of files which its reader will make. */
const pagesOfPlans = /^docs\/add-a-[a-z-]+\.md$/

/** Folders and files that a page names, `like/this.ts` or `this.ts`, and that are not there. */
function findDeadPaths(file: SourceFile, baseNames: Set<string>): Finding[] {
  if (!file.path.endsWith('.md') || tablePages.test(file.path) || pagesOfPlans.test(file.path)) return []
  return Array.from(file.text.matchAll(/`([^`\s]+)`/g))
    .filter(([, name = '']) =>
      pathInText.test(name)
        ? !existsSync(path.join(root, name))
        : fileInText.test(name) && !baseNames.has(name),
    )
    .map(match => ({
      path: file.path,
      line: lineAt(file.text, match.index),
      message: `${match[1]} is not there; was it moved?`,
    }))
}

/** Every note `Source:`, number of a promise, link between pages and name of a file that leads nowhere. */
export function checkCitations(files: SourceFile[]): Finding[] {
  const { known, findings } = readNumbers(files)
  const outside = readOutsideNames(files)
  const baseNames = new Set(files.map(file => path.posix.basename(file.path)))
  return [
    ...findings,
    ...findSharedNumbers(files),
    ...files.flatMap(file => [
      ...findInNotes(file, known, outside),
      ...findInTables(file, known),
      ...findDeadLinks(file),
      ...findDeadPaths(file, baseNames),
    ]),
  ]
}
