import os from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { TestTask } from '#test/thread-step.ts'
import { explainFailure, JobEnded } from './job-failure.ts'
import { runInThread } from './step-thread.ts'
import type { ThreadStep } from './step-thread.ts'

// The thread has what others leave of the processor.
vi.setConfig({ testTimeout: 60_000 })

const module = new URL('../../test/thread-step.ts', import.meta.url)

function run(task: TestTask, more: Partial<ThreadStep> = {}, signal = new AbortController().signal) {
  return runInThread<number>({ module, task, memoryMb: 64, timeMs: 60_000, ...more }, signal)
}

/** What people are told of the failure, and whether it is final. */
async function told(task: TestTask, more: Partial<ThreadStep> = {}) {
  const error = await run(task, more).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return explainFailure(error)
}

describe('a step in a thread', () => {
  it('answers, and reports on the way', async () => {
    const onReport = vi.fn<(report: unknown) => void>()
    expect(await run({ act: 'answer', value: 8 }, { onReport })).toBe(8)
    expect(onReport.mock.calls).toEqual([[{ half: 4 }]])
  })

  it('tells why it failed in its own words', async () => {
    expect(await told({ act: 'fail' })).toEqual({
      reason: 'لا صفحات في الملف.',
      advice: 'ارفع غيره.',
      isFinal: true,
    })
  })

  it('throws errors of ours by their code, and others as they are', async () => {
    expect((await told({ act: 'refuse' })).reason).toContain('تالف')
    await expect(run({ act: 'throw' })).rejects.toThrow('something broke')
  })

  it.each(['heap', 'buffers', 'wasm'] as const)('is ended when it takes too much memory: %s', async act => {
    const before = process.memoryUsage().rss
    const { reason, isFinal } = await told({ act })
    expect(reason).toContain('ذاكرة أكثر من المسموح (٦٤\u00A0م.ب)')
    expect(isFinal).toBe(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024)
  })

  it.each(['hang', 'spin'] as const)('is ended when it takes too long: %s', async act => {
    const { reason, isFinal } = await told({ act }, { timeMs: 400 })
    expect(reason).toContain('استغرقت')
    expect(isFinal).toBe(false)
  })

  it('is ended when it says nothing for too long, and not while it goes on', async () => {
    expect((await told({ act: 'spin' }, { silenceMs: 100 })).reason).toContain('(١ ثانية)')
    expect(await run({ act: 'report', times: 15, everyMs: 100, isBusy: true }, { silenceMs: 700 })).toBe(15)
  }, 60_000)

  it('is not ended for its silence while it does not get to run', async () => {
    expect(await run({ act: 'report', times: 1, everyMs: 1500 }, { silenceMs: 300 })).toBe(1)
  }, 60_000)

  it.each(['exit', 'late-throw'] as const)('that breaks its thread fails alone: %s', async act => {
    expect((await told({ act })).reason).toContain('توقفت قراءة الملف فجأة')
  })

  it('ends with its run', async () => {
    const controller = new AbortController()
    const running = run({ act: 'spin' }, {}, controller.signal)
    controller.abort(new JobEnded('cancelled'))
    await expect(running).rejects.toMatchObject({ by: 'cancelled' })
  })

  it.runIf(process.platform === 'linux')(
    'gives way to everything, and to less where people wait until it is over',
    async () => {
      const memoryMb = 2 * limits.jobStepMemoryMb
      expect(await run({ act: 'priority' }, { memoryMb })).toBe(os.constants.priority.PRIORITY_LOW)
      vi.spyOn(process, 'constrainedMemory').mockReturnValue(limits.littleMemoryBytes / 2)
      expect(await run({ act: 'priority' }, { memoryMb })).toBeLessThan(10)
      expect(await run({ act: 'priority' })).toBe(os.constants.priority.PRIORITY_LOW)
      vi.restoreAllMocks()
    },
  )

  it('leaves the event loop free', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 10)
    await told({ act: 'spin' }, { timeMs: 1500 })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })
})
