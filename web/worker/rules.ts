import { latinDigits } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { apiPaths, dashboardPaths, discoveryPaths, paths } from '#contract/paths.ts'

/** How the worker answers an address; what it does not answer goes to the network as if there were no worker. */
export type Handling = 'page' | 'asset' | 'file' | 'none'

/** The part of a request that decides. */
export interface Asked {
  method: string
  url: string
  mode: string
  accept: string
}

const apiRoot = apiPaths.health.replace(/[^/]*$/, '')
const numbers = paths.examNumbers('SIXTH_PRIMARY', '').replace(/numbers\/.*$/, 'numbers/')
const isBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** What is never answered here: the staff's side, every call, exam numbers, what machines read. */
const passed = [dashboardPaths.overview, paths.login, `${apiRoot}*`, `${numbers}*`, discoveryPaths.worker]

/** The same for browsers that can be told once and for all. Shape: patterns of paths. */
export const passedPatterns: readonly string[] = passed.flatMap(path =>
  path.endsWith('*') ? path : [path, `${path}/*`],
)

/** How a request is answered. */
export function handlingOf({ method, url, mode, accept }: Asked, origin: string): Handling {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin) return 'none'
  if (
    passed.some(path =>
      path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : isBelow(pathname, path),
    )
  )
    return 'none'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (/^\/files\/[0-9a-f]{64}(\/|$)/.test(pathname)) return 'file'
  /* Feeds, sitemaps, icons, made files. */
  if (/\.[a-z0-9]+$/.test(pathname)) return 'none'
  return mode === 'navigate' || accept.includes('text/html') ? 'page' : 'none'
}

/** Results, whose copy may be wrong by the minute. */
export function isOfResults(url: string): boolean {
  return isBelow(new URL(url).pathname, paths.results)
}

const sheetText = new RegExp(`^${paths.sheetText('[^/]+', '[^/]+')}$`)

/** Whether an opened page may be kept: not the names and marks of a sheet, nor where its address could hold an exam number. */
export function mayBeKept(url: string): boolean {
  if (sheetText.test(new URL(url).pathname)) return false
  const texts = [...new URL(url).searchParams.values()]
  return texts.every(text => latinDigits(text).replace(/\D/g, '').length < limits.minExamNumberDigits)
}

/** The address under which a page is kept: without the place in it. */
export function keyOf(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + search
}
