import { fileURLToPath } from 'node:url'

/** A file for `node --import`: with this in the environment, the clock jumps at each SIGUSR2, by the next of these days. */
export const jumpingClock = fileURLToPath(import.meta.url)
export const jumpsVariable = 'BENCH_CLOCK_JUMPS'

const dayMs = 24 * 60 * 60 * 1000

function jump(days: number[]): void {
  const Real = Date
  let offsetMs = 0
  process.on('SIGUSR2', () => {
    offsetMs = (days.shift() ?? 0) * dayMs
  })
  globalThis.Date = class extends Real {
    constructor(...given: []) {
      if (given.length === 0) super(Real.now() + offsetMs)
      else super(...given)
    }
    static override now() {
      return Real.now() + offsetMs
    }
  } as DateConstructor
}

const wanted = process.env[jumpsVariable]
if (wanted !== undefined) jump(wanted.split(',').map(Number))
