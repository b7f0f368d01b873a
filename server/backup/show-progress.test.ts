import { expect, it } from 'vitest'
import { showProgress } from './show-progress.ts'

it('prints where an act stands once, however often it is told', () => {
  const lines: string[] = []
  const write = (line: string) => lines.push(line) > 0
  const tell = showProgress({ isTTY: false, write })
  const whole = { act: 'copied' as const, done: 2, of: 2, doneBytes: 3_000_000, ofBytes: 3_000_000 }
  tell(whole)
  tell(whole)
  tell({ ...whole, act: 'checked' })
  expect(lines).toEqual(['copied 2 of 2 files, 3.0 of 3.0 MB\n', 'checked 2 of 2 files, 3.0 of 3.0 MB\n'])
})
