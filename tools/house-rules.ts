import { findSecondLooks } from './class-names.ts'
import { lineAt, type Finding, type SourceFile } from './source-files.ts'

const maxLines = 400

/** A pattern that must not occur in the files that `in` names and `except` leaves. */
interface TextRule {
  in: RegExp
  except?: RegExp
  pattern: RegExp
  message: (found: string) => string
}

const code = /\.(ts|tsx|mjs)$/
const tests = /\.(test|e2e)\.tsx?$|^(test|bench)\//
/** These files hold the forbidden words as rules, or as samples that prove the rules. */
const ruleFiles = /^tools\/house-rules(\.test)?\.ts$/

const logicalNames: Record<string, string> = {
  left: 'inset-inline-start',
  right: 'inset-inline-end',
  'margin-left': 'margin-inline-start',
  'margin-right': 'margin-inline-end',
  'padding-left': 'padding-inline-start',
  'padding-right': 'padding-inline-end',
  'border-left': 'border-inline-start',
  'border-right': 'border-inline-end',
  'border-top-left-radius': 'border-start-start-radius',
  'border-top-right-radius': 'border-start-end-radius',
  'border-bottom-left-radius': 'border-end-start-radius',
  'border-bottom-right-radius': 'border-end-end-radius',
  'scroll-margin-left': 'scroll-margin-inline-start',
  'scroll-margin-right': 'scroll-margin-inline-end',
  'scroll-padding-left': 'scroll-padding-inline-start',
  'scroll-padding-right': 'scroll-padding-inline-end',
}

/** The logical counterpart of a physical property, border-left-color and marginLeft included. */
function logicalName(property: string): string {
  const name = property.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const known = logicalNames[name]
  if (known) return known
  return name.replace(/^border-left-/, 'border-inline-start-').replace(/^border-right-/, 'border-inline-end-')
}

const physicalProperty =
  '(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-(?:color|style|width))?|border-(?:top|bottom)-(?:left|right)-radius|left|right'
const physicalStyleKey =
  '(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)(?:Color|Style|Width)?|border(?:Top|Bottom)(?:Left|Right)Radius|left|right'

const sayLogical = (found: string) => {
  const property = found.replace(/[:\s{;]/g, '')
  return `"${property}" is physical and wrong in a right-to-left page; write ${logicalName(property)}.`
}

export const textRules: TextRule[] = [
  {
    in: /\.css$/,
    pattern: new RegExp(`(?<=^|[{;\\s])(?:${physicalProperty})\\s*:`, 'g'),
    message: sayLogical,
  },
  {
    in: /\.css$/,
    pattern: /(?<=(?:text-align|float|clear|caption-side)\s*:\s*)(?:left|right)\b/g,
    message: found =>
      `write ${found === 'left' ? 'start' : 'end'} (float: inline-${found === 'left' ? 'start' : 'end'}), not ${found}.`,
  },
  {
    in: /\.css$/,
    pattern:
      /(?<=(?:^|[{;\s])(?:inset|margin|padding)\s*:\s*)[^;{}\s()]+\s+(?<second>[^;{}\s()]+)\s+[^;{}\s()]+\s+(?!\k<second>\s*[;}])[^;{}\s()]+(?=\s*[;}])/g,
    message: () =>
      'four values name the left and the right side; write -block and -inline (…-inline: start end).',
  },
  {
    in: /\.tsx$/,
    pattern: new RegExp(`(?<=style=\\{\\{[^}]*[\\s{,])(?:${physicalStyleKey})\\s*:`, 'g'),
    message: sayLogical,
  },
  {
    in: /\.(tsx|css)$/,
    pattern: /(?<=textAlign:\s*['"])(?:left|right)\b/g,
    message: found => `write ${found === 'left' ? 'start' : 'end'}, not ${found}.`,
  },
  {
    in: /\.(ts|tsx|mjs|css|md|sh)$/,
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g,
    message: found => `${found}: do it, or open an issue; the code holds no reminders.`,
  },
  {
    in: code,
    pattern: /\bas any\b|@ts-ignore|@ts-nocheck/g,
    message: found =>
      `"${found}" switches the type checker off. Describe the type, or narrow it from unknown.`,
  },
  {
    in: /./,
    pattern: /\b(?:public|staff|beyond|decisions)\.md §|\bDESIGN §|\bdecisions F\d+|\bthe specification\b/g,
    message: found =>
      `"${found}" speaks of a paper outside the repository. Cite a number of docs/product or docs/design.md.`,
  },
  {
    in: tests,
    pattern: /\b(?:test|it|describe|suite)\.(?:skip|only|todo)\b/g,
    message: found => `"${found}" leaves tests out. Mend the test or remove it; a condition goes into runIf.`,
  },
  {
    in: /./,
    except: /^\.ci\/|\.md$/,
    pattern: /(?<=["'`\s=(])\/(?:work|tmp|root|home)\/[\w.-]*/g,
    message: found =>
      `"${found}" is a path of one machine. Use os.tmpdir(), import.meta.dirname or the configuration.`,
  },
  {
    in: code,
    except: /^contract\/format\.ts$/,
    pattern:
      /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat|PluralRules|ListFormat)\b/g,
    message: () =>
      'only contract/format.ts turns numbers and dates into text, so that server and browser agree. Call it, or add a function there.',
  },
  {
    in: /^web\/.*\.(ts|tsx)$/,
    // The visit is told by the one script that is loaded before a touch: it has no room for another file.
    // The worker hands on what pages ask, and loads for as long as bytes come.
    except: /^web\/(?:ask|islands\/chrome-behaviour|worker\/line)\.ts$|\.test\.tsx?$/,
    pattern: /(?<![.\w])fetch\(/g,
    message: () =>
      'only web/ask.ts fetches, so that no wait is endless. Call ask(), or the api of web/api-client.ts.',
  },
  {
    in: /^(contract|server|web)\/.*\.(ts|tsx)$/,
    except: /^server\/config\.ts$|\.(test|e2e)\.tsx?$|vite\.config\.ts$/,
    pattern: /\bprocess\.env\b/g,
    message: () =>
      'only server/config.ts reads the environment. Add the value to Config and take it as an argument.',
  },
  {
    in: /^(contract|server|web|demo)\/.*\.(ts|tsx)$/,
    // V8 gives the collector of garbage to a context of its own alone: the one word that it is asked for is ours.
    except: /^server\/files\/free-buffers\.ts$|\.(test|e2e)\.tsx?$/,
    pattern: /['"](?:node:)?(?:child_process|vm)['"]|\bnew Function\(|(?<=[\s=(])Function\(/g,
    message: found =>
      `${found} would let what somebody has typed become a command or code. Call a library, or a thread of ours.`,
  },
]

/** CSS and code without their comments; same length, so that places stay true. */
function withoutComments(file: SourceFile): string {
  if (!file.path.endsWith('.css')) return file.text
  return file.text.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
}

function findForbidden(file: SourceFile): Finding[] {
  const findings: Finding[] = []
  if (ruleFiles.test(file.path)) return findings
  const bare = withoutComments(file)
  for (const rule of textRules) {
    if (!rule.in.test(file.path) || rule.except?.test(file.path)) continue
    const text = rule.pattern.source.includes('TODO') ? file.text : bare
    for (const match of text.matchAll(rule.pattern)) {
      findings.push({ path: file.path, line: lineAt(text, match.index), message: rule.message(match[0]) })
    }
  }
  return findings
}

function findTooLong(file: SourceFile): Finding[] {
  if (!/\.(ts|tsx|mjs|css)$/.test(file.path) || tests.test(file.path)) return []
  const lines = file.text.split('\n').length - 1
  if (lines <= maxLines) return []
  return [
    {
      path: file.path,
      line: lines,
      message: `${lines} lines; at most ${maxLines}. Split it by what its parts do.`,
    },
  ]
}

/** Everything that breaks the rules of this house that no linter knows. */
export function checkHouseRules(files: SourceFile[]): Finding[] {
  return [...files.flatMap(file => [...findTooLong(file), ...findForbidden(file)]), ...findSecondLooks(files)]
}
