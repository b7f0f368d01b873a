import { describe, expect, it } from 'vitest'
import { periodOf, startOfDayInBaghdad } from './period.ts'

const isoOf = (from?: string, to?: string) => {
  const period = periodOf(from, to)
  return [period.from?.toISOString(), period.to?.toISOString()]
}

describe('a period', () => {
  it('of bare dates is whole days in Baghdad', () => {
    expect(isoOf('2026-11-20', '2026-11-21')).toEqual([
      '2026-11-19T21:00:00.000Z',
      '2026-11-21T21:00:00.000Z',
    ])
  })

  it('of dates with a time holds both moments', () => {
    expect(isoOf('2026-11-20T10:00:00Z', '2026-11-20T11:00:00.000Z')).toEqual([
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T11:00:00.001Z',
    ])
  })

  it('is open where nothing is said', () => {
    expect(isoOf()).toEqual([undefined, undefined])
  })

  it.each(['-271821-04-20', '+275760-09-13', '0000-01-01', '9999-12-31'])(
    'stays within what is stored for %s',
    text => {
      for (const moment of isoOf(text, text)) expect(moment).toMatch(/^(2000|2200)-/)
    },
  )

  it('knows when a day begins in Baghdad', () => {
    expect(startOfDayInBaghdad('2026-01-01').toISOString()).toBe('2025-12-31T21:00:00.000Z')
  })
})
