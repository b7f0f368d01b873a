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

/** The lists of selectors of a style sheet, and where in its text each begins. */
function* selectorTexts(text: string): Generator<{ start: number; selector: string }> {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
  for (const match of bare.matchAll(/(?<=^|[{};])\s*([^{}@;]+?)\s*\{/g)) {
    const [whole, selector = ''] = match
    yield { start: match.index + whole.indexOf(selector), selector }
  }
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
    for (const { start, selector: list } of selectorTexts(text)) {
      for (const selector of selectorsOf(list)) {
        const name = classDefinedBy(selector)
        if (name === undefined) continue
        const first = firsts.get(name)
        if (first === undefined) firsts.set(name, path)
        else if (first !== path) {
          const line = lineAt(text, start)
          const message = `.${name} has its look in ${first}. Change it there, name a variant (.${name}.is-…), or give this another name.`
          findings.push({ path, line, message })
        }
      }
    }
  }
  return findings
}

/** Classes that libraries give their elements. */
const isForeign = /^(?:lucide|react-aria-)/

/** Classes that a style sheet names and no text of the code does: dead looks. `is-${name}` stands for all that begin so. */
export function findUnusedClasses(files: SourceFile[]): Finding[] {
  const sheets = files.filter(({ path }) => path.startsWith('web/') && path.endsWith('.css'))
  const code = files.filter(({ path }) => /^web\/.*(?<!\.test)\.tsx?$/.test(path))
  const texts = code.flatMap(({ text }) => text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [])
  const words = new Set(texts.flatMap(text => text.match(/[a-zA-Z][\w-]*/g) ?? []))
  const beginnings = new Set(
    code.flatMap(({ text }) => text.match(/(?<=className=.*`.*)[a-zA-Z][\w-]*-(?=\$\{)/g) ?? []),
  )
  const isUsed = (name: string) =>
    words.has(name) || isForeign.test(name) || [...beginnings].some(beginning => name.startsWith(beginning))
  return sheets.flatMap(({ path, text }) =>
    [...selectorTexts(text)].flatMap(({ start, selector }) =>
      [...selector.matchAll(/(?<=\.)[a-zA-Z][\w-]*/g)]
        .filter(([name]) => !isUsed(name))
        .map(({ 0: name, index }) => ({
          path,
          line: lineAt(text, start + index),
          message: `.${name} is used nowhere. Remove its look, or use it.`,
        })),
    ),
  )
}
