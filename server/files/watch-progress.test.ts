import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchProgress } from './watch-progress.ts'

const windowMs = 45_000
const minBytes = 1_000

describe('a body on its way', () => {
  let stream: PassThrough
  const cut = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    cut.mockReset()
    stream = new PassThrough()
    stream.destroy = error => {
      cut(error)
      return stream
    }
  })
  afterEach(() => vi.useRealTimers())

  it('is left alone in every window in which enough of it comes', () => {
    const progress = watchProgress(stream, windowMs, minBytes)
    for (let window = 0; window < 5; window += 1) {
      progress.moved(minBytes)
      vi.advanceTimersByTime(windowMs)
    }
    expect(cut).not.toHaveBeenCalled()
    progress.stop()
  })

  it('is cut after the first window in which too little comes, however much came before', () => {
    const progress = watchProgress(stream, windowMs, minBytes)
    progress.moved(50 * minBytes)
    vi.advanceTimersByTime(windowMs)
    progress.moved(minBytes - 1)
    vi.advanceTimersByTime(windowMs - 1)
    expect(cut).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(cut).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'upload_stalled' }))
    progress.stop()
  })

  it('is not cut when all of it has come and is still being looked at', async () => {
    const progress = watchProgress(stream, windowMs, minBytes)
    stream.resume().end('the whole')
    await once(stream, 'end')
    vi.advanceTimersByTime(windowMs)
    expect(cut).not.toHaveBeenCalledWith(expect.anything())
    progress.stop()
  })

  it('is not cut any more once nobody watches', () => {
    watchProgress(stream, windowMs, minBytes).stop()
    vi.advanceTimersByTime(10 * windowMs)
    expect(cut).not.toHaveBeenCalled()
  })
})
