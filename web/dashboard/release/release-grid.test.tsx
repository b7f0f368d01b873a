import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ReleaseCell } from './cells.ts'
import { ReleaseGrid } from './release-grid.tsx'

const release = { stage: 'SIXTH_PREPARATORY', releaseYear: 2026, try: 1 } as const
const cell: ReleaseCell = {
  city: 'كركوك',
  branch: 'SCIENTIFIC',
  state: 'ready',
  results: [],
  schools: 3,
  numbers: 0,
  numbersBefore: 0,
  unread: 3,
  stopped: 0,
  share: null,
  problem: '',
}
const literary: ReleaseCell = { ...cell, branch: 'LITERARY' }

/** What somebody sees of the grid: its text without what only screen readers get. */
function seen(rows: ReleaseCell[][]): string {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <ReleaseGrid release={release} rows={rows} archives={[]} />
    </MemoryRouter>,
  )
  return markup.replaceAll(/<span class="visually-hidden">[^<]*<\/span>/g, '').replaceAll(/<[^>]+>/g, ' ')
}

it('says in sight what the figures of a place count', () => {
  expect(seen([[cell, literary]])).toMatch(/علمي\s+مدارس، أرقام/)
  expect(seen([[cell, literary]]).match(/مدارس، أرقام/g), 'once in a table').toHaveLength(1)
  expect(seen([[cell]])).toContain('لم تُقرأ')
  expect(seen([[{ ...cell, unread: 1 }]])).toContain('قُرئ ٢ من ٣')
  expect(seen([[{ ...cell, branch: null }]])).toContain('المدارس، الأرقام')
})
