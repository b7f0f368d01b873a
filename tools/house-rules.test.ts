import { expect, test } from 'vitest'
import { findUnusedClasses } from './class-names.ts'
import { checkHouseRules } from './house-rules.ts'

function messagesFor(path: string, text: string): string[] {
  return checkHouseRules([{ path, text }]).map(finding => `${finding.line} ${finding.message}`)
}

test.each([
  ['web/a.css', '.a { margin-left: 1px }', 'margin-inline-start'],
  ['web/a.css', '.a { padding-right: 1px }', 'padding-inline-end'],
  ['web/a.css', '.a {left:0}', 'inset-inline-start'],
  ['web/a.css', '.a { border-left-color: red }', 'border-inline-start-color'],
  ['web/a.css', '.a { border-top-right-radius: 2px }', 'border-start-end-radius'],
  ['web/a.css', '.a { text-align: left }', 'write start'],
  ['web/a.css', '.a { float: right }', 'inline-end'],
  ['web/a.css', '.a { inset: 0 1px 0 2px; }', 'four values'],
  ['web/a.tsx', '<i style={{ color, marginLeft: 2 }} />', 'margin-inline-start'],
  ['web/a.tsx', '<i style={{ textAlign: "right" }} />', 'write end'],
  ['server/a.ts', '// TODO later', 'no reminders'],
  ['server/a.ts', 'const a = b as any', 'Describe the type'],
  ['server/a.ts', '// @ts-ignore', 'Describe the type'],
  ['server/a.test.ts', 'test.skip("a", () => {})', 'leaves tests out'],
  ['test/e2e/a.e2e.ts', 'describe.only("a", () => {})', 'leaves tests out'],
  ['server/a.ts', 'const a = "/work/data"', 'one machine'],
  ['package.json', '{"a": "/root/x"}', 'one machine'],
  ['docs/a.md', 'as DESIGN §7 says', 'outside the repository'],
  ['server/a.test.ts', "it('has the texts of the specification')", 'outside the repository'],
  ['web/a.tsx', 'count.toLocaleString()', 'contract/format.ts'],
  ['server/a.ts', 'new Intl.NumberFormat("ar")', 'contract/format.ts'],
  ['server/a.ts', 'const port = process.env.PORT', 'server/config.ts'],
  ['web/site/a.ts', 'const answer = await fetch(address)', 'web/ask.ts'],
  ['server/a.ts', "import { exec } from 'node:child_process'", 'command or code'],
  ['contract/a.ts', "import { spawn } from 'child_process'", 'command or code'],
  ['server/a.ts', "const vm = await import('node:vm')", 'command or code'],
  ['web/a.ts', 'const made = new Function(text)', 'command or code'],
  ['server/a.ts', 'a\n'.repeat(401), '401 lines'],
])('%s with %j is refused', (path, text, expected) => {
  const messages = messagesFor(path, text)
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain(expected)
})

test('a class has its look in one style sheet', () => {
  const shared = { path: 'web/styles/a.css', text: '.button {\n}\n.button:hover, .chip {\n}' }
  const messages = (text: string) =>
    checkHouseRules([shared, { path: 'web/dashboard/b.css', text }]).map(
      ({ line, message }) => `${line} ${message}`,
    )
  for (const text of [
    '\n.button { }',
    '@media (width < 1rem) {\n  a.chip { } }',
    '.x,\n.button:not(:disabled, .y) { }',
  ])
    expect(messages(text)).toEqual([
      expect.stringMatching(/^[12] \.(button|chip) has its look in web\/styles\/a\.css/),
    ])
  for (const text of [
    '.save-bar .button { }',
    '.button.is-danger { }',
    '.buttons { }',
    '/* .button { } */ .x:has(.button) { }',
  ])
    expect(messages(text)).toEqual([])
})

test('a class that a style sheet names is used', () => {
  const code = "const a = <p className={`tag tag--${tone}`} /> // .dead\nconst filters = 'chips is-on'"
  const messages = (text: string) =>
    findUnusedClasses([
      { path: 'web/styles/a.css', text },
      { path: 'web/site/a.tsx', text: code },
    ]).map(({ line, message }) => `${line} ${message}`)
  expect(messages('.chips.is-on,\n.tag--warm:not(.lucide) { }\n/* .dead { } */')).toEqual([])
  expect(messages('.chips,\n.tag .filters { }\n\n.dead { }')).toEqual([
    expect.stringMatching(/^2 \.filters is used nowhere/),
    expect.stringMatching(/^4 \.dead is used nowhere/),
  ])
})

test('the line of the fault is told', () => {
  expect(messagesFor('web/a.css', '.a {\n  color: red;\n  right: 0;\n}')).toEqual([
    expect.stringMatching(/^3 /),
  ])
})

test.each([
  [
    'web/a.css',
    '.a { margin-inline-start: 1px; margin: 0 auto; inset: 0 1px 0 1px; /* left: */ background-position: left; }',
  ],
  ['web/a.css', '.a { transition: inset-inline-start 1s; grid-template-areas: "left right"; }'],
  ['web/a.tsx', 'const key = event.key === "ArrowLeft" ? { left: 1 } : {}'],
  ['server/config.ts', 'const port = process.env.PORT'],
  ['web/ask.ts', 'return fetch(address)'],
  ['web/a.ts', 'kind.fetch(id)'],
  ['contract/format.ts', 'new Intl.NumberFormat("ar")'],
  ['server/a.ts', 'a\n'.repeat(400)],
  ['server/a.test.ts', 'a\n'.repeat(900)],
])('%s with %j passes', (path, text) => {
  expect(messagesFor(path, text)).toEqual([])
})
