import { parseSync, Visitor } from 'oxc-parser'
import { lineAt, type SourceFile } from './source-files.ts'

/** One small fault that could be in a file: the text from `start` to `end` replaced. */
export interface Mutation {
  path: string
  line: number
  /** What changes, as a person reads it: `a < b → a <= b`. */
  change: string
  start: number
  end: number
  replacement: string
}

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}

interface Spot {
  start: number
  end: number
}

/** What a log is told changes no behaviour, so no test has to notice it. */
const isLogging = /^(?:await |void )*(?:\w+\.)*(?:log|console)\.\w+\(/

/** Every fault of the kinds below: operators, conditions, truth values, numbers, and statements left out. */
export function listMutations({ path, text }: SourceFile): Mutation[] {
  const found: Mutation[] = []
  const brief = (code: string) => code.replace(/\s+/g, ' ').slice(0, 60)
  const add = ({ start, end }: Spot, replacement: string) =>
    found.push({
      path,
      line: lineAt(text, start),
      change: `${brief(text.slice(start, end))} → ${brief(replacement) || 'nothing'}`,
      start,
      end,
      replacement,
    })
  const swap = (node: Spot & { operator: string; left: Spot; right: Spot }) => {
    const other = swapped[node.operator]
    if (other === undefined) return
    const between = text.slice(node.left.end, node.right.start)
    const at = between.indexOf(node.operator)
    const left = text.slice(node.start, node.left.end + at)
    add(node, left + other + text.slice(node.left.end + at + node.operator.length, node.end))
  }
  const negate = (node: Spot) => add(node, `!(${text.slice(node.start, node.end)})`)
  new Visitor({
    BinaryExpression: node => swap(node),
    LogicalExpression: node => swap(node),
    IfStatement: node => negate(node.test),
    ConditionalExpression: node => negate(node.test),
    ExpressionStatement(node) {
      const isEffect = /^(?:Call|Await|Assignment|Update|Chain)Expression$/.test(node.expression.type)
      if (isEffect && !isLogging.test(text.slice(node.start, node.end))) add(node, '')
    },
    Literal(node) {
      if (typeof node.value === 'boolean') add(node, String(!node.value))
      else if (typeof node.value === 'number') add(node, String(node.value + 1))
    },
  }).visit(parseSync(path, text).program)
  return found.toSorted((a, b) => a.start - b.start)
}

/** The file with the fault in it. */
export function mutate(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** What Vitest's JSON report says of a run, as far as it is read here. */
export interface RunReport {
  testResults: {
    message?: string
    assertionResults: { status: string; failureMessages?: string[] | null }[]
  }[]
}

/** A test or hook that ran out of time, and what `expect.poll`, `vi.waitFor` and `vi.waitUntil` leave in the trace. */
const isWait = /timed out in \d+ ?ms|__VITEST_POLL_CHAIN__|Timeout\.checkCallback|Timed out in waitUntil/

/**
 * Why a run failed. `time`: nothing but waits that came to their end, which a busy machine causes as a fault does.
 * `undefined` for a report that never came: the run was ended.
 */
export function failureOf(report: RunReport | undefined): 'answer' | 'time' {
  const failures = (report?.testResults ?? []).flatMap(({ message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const isLoadFailure = failed.length === 0 && Boolean(message)
    return isLoadFailure ? [message ?? ''] : failed.map(test => (test.failureMessages ?? []).join('\n'))
  })
  return report !== undefined && failures.some(text => !isWait.test(text)) ? 'answer' : 'time'
}
