import type { Browser, CDPSession, Page } from 'playwright-core'

/** What somebody with a cheap phone on a slow line waits for. Units: milliseconds; the shift has none. */
export interface SlowVisit {
  largestPaintMs: number
  /** What was painted then: `img.cover`. */
  largestPaint: string
  layoutShift: number
  /** Beyond 50 ms of each task after the first paint. Source: web.dev, Total Blocking Time. */
  blockedMs: number
}

/** Slow 4G and a processor four times slower than this one. Source: P14.2. */
const line = { latency: 150, downloadThroughput: (1.6 * 1e6) / 8, uploadThroughput: (0.75 * 1e6) / 8 }
const cpuSlowdown = 4
const settleMs = 1500

interface Recorded {
  paint: { atMs: number; what: string }
  shift: number
  firstPaintMs: number
  tasks: { startMs: number; endMs: number }[]
}

function record(): void {
  const seen: Recorded = { paint: { atMs: 0, what: '' }, shift: 0, firstPaintMs: Infinity, tasks: [] }
  Object.assign(window, { seen })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { element } = entry as PerformanceEntry & { element?: Element }
      const what = element
        ? `${element.localName}.${element.className || element.parentElement?.className}`
        : ''
      seen.paint = { atMs: entry.startTime, what }
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries())
      seen.tasks.push({ startMs: startTime, endMs: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(list => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') seen.firstPaintMs = startTime
  }).observe({ type: 'paint', buffered: true })
}

/** Gives a page the slow line, or another one, and the slow processor. Units: milliseconds, bytes a second. */
export async function slowDown(session: CDPSession, slowLine = line): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slowLine })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

async function visitOnce(page: Page, address: string): Promise<SlowVisit> {
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(settleMs)
  const { paint, shift, firstPaintMs, tasks } = await page.evaluate(
    () => (window as unknown as { seen: Recorded }).seen,
  )
  const blockedMs = tasks
    .map(({ startMs, endMs }) => endMs - Math.max(startMs, firstPaintMs) - 50)
    .reduce((sum, overMs) => sum + Math.max(0, overMs), 0)
  return { largestPaintMs: paint.atMs, largestPaint: paint.what, layoutShift: shift, blockedMs }
}

/**
 * Visits a page for the first time, several times over; of the visits the one in the middle by largest paint.
 * Units of `width`: pixels; below 768 it is a phone.
 */
export async function visitSlowly(
  browser: Browser,
  address: string,
  { width = 390, times = 3 } = {},
): Promise<SlowVisit> {
  const isPhone = width < 768
  const visits: SlowVisit[] = []
  for (let visit = 0; visit < times; visit += 1) {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      deviceScaleFactor: isPhone ? 2 : 1,
      isMobile: isPhone,
      hasTouch: isPhone,
      locale: 'ar-IQ',
    })
    const page = await context.newPage()
    await page.addInitScript(record)
    await slowDown(await context.newCDPSession(page))
    visits.push(await visitOnce(page, address))
    await context.close()
  }
  const middle = visits.toSorted((a, b) => a.largestPaintMs - b.largestPaintMs)[Math.floor(times / 2)]
  if (!middle) throw new Error('No visit was made')
  return middle
}
