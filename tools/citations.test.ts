import { expect, test } from 'vitest'
import { checkCitations } from './citations.ts'

const pages: [path: string, text: string][] = [
  ['docs/product/public.md', '## P4 Lists\n\n- **P4.1** Ten a page.\n- **P4.2** Filters.\n'],
  ['docs/design.md', '## D1 Shape\n\n- **D1.1** Three roots.\n'],
  ['docs/sources.md', '| Name | Where |\n|---|---|\n| RFC | https://www.rfc-editor.org/ |\n'],
]

function messagesFor(path: string, text: string): string[] {
  const files = [...pages, [path, text] as const].map(([name, content]) => ({ path: name, text: content }))
  return checkCitations(files).map(finding => `${finding.path}:${finding.line} ${finding.message}`)
}

test.each([
  ['server/a.ts', '/** A list. Source: P4.9. */', 'P4.9 is no promise'],
  ['server/a.ts', '/** A list. Source: P4.1, P4.9. */', 'P4.9 is no promise'],
  ['server/a.ts', '/**\n * A list.\n * Source: P4.1;\n * P5.\n */', 'P5 is no promise'],
  ['server/a.ts', '/** A list. Source: paper.md §4. */', 'neither a number'],
  ['server/a.ts', '/** A list. Source: decisions P4. */', 'neither a number'],
  ['server/a.ts', '// Source: somewhere\nconst a = 1', 'neither a number'],
  ['server/a.ts', '/** A list. Source: docs/decisions/999-none.md. */', 'does not exist'],
  ['docs/tests/public.md', '| P4.9 more | a.test.ts: b |', 'P4.9 is no promise'],
  ['docs/a.md', 'See [there](none.md).', 'none.md leads nowhere'],
  ['docs/a.md', 'See `server/none/`.', 'server/none/ is not there'],
  ['server/README.md', '- `none.ts` does it.', 'none.ts is not there'],
  ['docs/product/staff.md', '- **P4.1** Again.', 'given twice'],
])('%s with %j is refused', (path, text, expected) => {
  const messages = messagesFor(path, text)
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain(expected)
})

test('a decision record with the number of another is refused', () => {
  const files = ['001-a.md', '002-b.md', '002-c.md'].map(name => ({
    path: `docs/decisions/${name}`,
    text: '',
  }))
  expect(checkCitations(files).map(finding => finding.path)).toEqual(['docs/decisions/002-c.md'])
})

test('the line of the note is told', () => {
  expect(messagesFor('server/a.ts', 'const a = 1\n\n/** A list. Source: P9. */')).toEqual([
    expect.stringMatching(/^server\/a\.ts:3 /),
  ])
})

test.each([
  ['server/a.ts', '/** A list. Source: P4.1. */'],
  ['server/a.ts', '/** A list. Source: P4, P4.2 (how many); RFC 9110, 14.2. Units: bytes. */'],
  ['server/a.ts', '/**\n * A list.\n * Source: P4.1,\n * D1.1.\n * Errors: none.\n */'],
  ['server/a.ts', '/** A list. Source: docs/decisions/001-text-ids.md. */'],
  ['server/a.ts', '/** A list. Source: https://example.org/. */'],
  ['docs/tests/public.md', '| P4.1 ten | a.test.ts: b |'],
  ['server/README.md', '`tools/check.ts`, `a.md`, `page-cache`, `npm run check`, `/files/x.pdf`'],
  ['docs/a.md', '[a](design.md#d1-shape) [b](https://example.org) [c](#d)'],
])('%s with %j passes', (path, text) => {
  expect(messagesFor(path, text)).toEqual([])
})
