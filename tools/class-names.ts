import { lineAt, type Finding, type SourceFile } from './source-files.ts'

/** Sheets that only take away what the others show. */
const isTakingAway = /(?:^|\/)print\.css$/

/** The class that a selector alone decides the look of: `.button:hover` of `.button`; `.list .button` of none. */
function classDefinedBy(selector: string): string | undefined {
  const bare = selector.trim().replace(/:(?:where|not|has|dir|nth-child)\((?:[^()]|\([^()]*\))*\)/g, '')
  if (/[\s>+~]/.test(bare)) return undefined
  const classes = bare.match(/(?<=\.)[a-zA-Z][\w-]*/g) ?? []
  return classes.length === 1 ? classes[0] : undefined
}

/** Splits a list of selectors at the commas that stand in no brackets. */
function selectorsOf(list: string): string[] {
  return list.split(/,(?![^(]*\))/)
}

/** Classes whose look is given in two style sheets: site and dashboard speak one language of classes. */
export function findSecondLooks(files: SourceFile[]): Finding[] {
  const firsts = new Map<string, string>()
  const findings: Finding[] = []
  for (const { path, text } of files) {
    if (!path.endsWith('.css') || isTakingAway.test(path)) continue
    const bare = text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
    for (const match of bare.matchAll(/(?<=^|[{};])\s*([^{}@;]+?)\s*\{/g)) {
      for (const selector of selectorsOf(match[1] ?? '')) {
        const name = classDefinedBy(selector)
        if (name === undefined) continue
        const first = firsts.get(name)
        if (first === undefined) firsts.set(name, path)
        else if (first !== path) {
          const line = lineAt(text, match.index + match[0].indexOf(match[1] ?? ''))
          const message = `.${name} has its look in ${first}. Change it there, name a variant (.${name}.is-…), or give this another name.`
          findings.push({ path, line, message })
        }
      }
    }
  }
  return findings
}
