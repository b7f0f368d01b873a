import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root, type Finding, type SourceFile } from './source-files.ts'

const page = 'docs/dependencies.md'
const allowed = new Set(['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'Unlicense', 'OFL-1.1'])
/** What is not shipped may be under these too. */
const allowedForTools = new Set([...allowed, 'MPL-2.0'])

interface Packages {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The licence that an installed package names; undefined for one that this machine does not need. */
function licenceOf(name: string): string | undefined {
  const file = path.join(root, 'node_modules', name, 'package.json')
  if (!existsSync(file)) return undefined
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: string }
  return license ?? 'none'
}

/**
 * Packages without a row in docs/dependencies.md, rows without a package, and licences that are not allowed or not
 * those of the row.
 */
export function checkDependencies(
  files: SourceFile[],
  findLicence: (name: string) => string | undefined = licenceOf,
): Finding[] {
  const manifest = files.find(file => file.path === 'package.json')
  const text = files.find(file => file.path === page)?.text
  if (manifest === undefined || text === undefined) return []
  const packages = JSON.parse(manifest.text) as Packages
  const rows = new Map(
    Array.from(text.matchAll(/^\| `([^`]+)` \| ([^|]+?) \| (.+) \|$/gm), ([, name = '', licence = '']) => [
      name,
      licence,
    ]),
  )
  const tools = new Set(Object.keys(packages.devDependencies ?? {}))
  const names = new Set([
    ...Object.keys(packages.dependencies ?? {}),
    ...tools,
    ...Object.keys(packages.optionalDependencies ?? {}),
  ])
  const faults = [...names].flatMap(name => {
    const written = rows.get(name)
    if (written === undefined) return [`${name} has no row: say why it is here, and its licence.`]
    const licence = findLicence(name)
    if (licence !== undefined && licence !== written)
      return [`${name} is under ${licence}, not under ${written}.`]
    const mayBe = tools.has(name) ? allowedForTools : allowed
    return mayBe.has(written) ? [] : [`${name}: ${written} is not among the licences that are allowed.`]
  })
  const left = [...rows.keys()].filter(name => !names.has(name))
  return [
    ...faults,
    ...left.map(name => `${name} is no package of package.json any more; remove its row.`),
  ].map(message => ({ path: page, line: 1, message }))
}
