import { describe, expect, it } from 'vitest'
import { createSpeedometer, timeLeftText } from './speed.ts'

describe('the speed of an upload', () => {
  it('is measured over the last seconds, so that a fast start is forgotten', () => {
    let now = 0
    const speedometer = createSpeedometer(() => now)
    expect(speedometer.add(0)).toBe(0)
    now = 1000
    expect(speedometer.add(1_000_000)).toBe(1_000_000)
    now = 11_000
    speedometer.add(1_100_000)
    now = 12_000
    expect(speedometer.add(1_200_000)).toBe(100_000)
  })

  it('says the time left as a person would, and nothing while it is unknown', () => {
    expect(timeLeftText(undefined)).toBe('')
    expect(timeLeftText(0.4)).toBe('المتبقي تقريباً: ثانية واحدة')
    expect(timeLeftText(45)).toBe('المتبقي تقريباً: ٤٥ ثانية')
    expect(timeLeftText(61)).toBe('المتبقي تقريباً: دقيقتان')
    expect(timeLeftText(250)).toBe('المتبقي تقريباً: ٥ دقائق')
  })
})
