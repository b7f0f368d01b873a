import { describe, expect, it } from 'vitest'
import { chosenRange, previousRange } from './day-range.ts'

describe('the days of the visits chart', () => {
  it('are thirty up to the chosen end when no start is chosen', () => {
    expect(chosenRange('', '2026-03-01')).toEqual({ startDate: '2026-01-31', endDate: '2026-03-01' })
  })

  it('are compared with as many days just before', () => {
    expect(previousRange({ startDate: '2026-03-01', endDate: '2026-03-07' })).toEqual({
      startDate: '2026-02-22',
      endDate: '2026-02-28',
    })
    expect(previousRange({ startDate: '2026-03-01', endDate: '2026-03-01' })).toEqual({
      startDate: '2026-02-28',
      endDate: '2026-02-28',
    })
  })
})
