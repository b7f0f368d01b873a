import { paths } from '#contract/paths.ts'

/** The longest name of a file that every system takes. Units: bytes. */
const maxNameBytes = 255
/** What pages are parted by, beside what is searched and filtered: that needs the server. */
const pageParameters = ['page']
const resultParameters = ['page', 'path', 'year', 'try', 'city', 'branch', 'group']
const notPublic = /^\/(?:(?:api|dashboard|super|setup|asked)(?:\/|$)|results\/sheet\/[^/]+\/text\/)/
const attribute = /\s(?:href|src|srcset|imagesrcset|data-full)="([^"]*)"/gi
const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }

/** Which of two kinds of mirror is made: of the whole public site, or of what results need. */
export type MirrorScope = 'site' | 'results'

const unescaped = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#x27|#39);/g, (_, name: string) => entities[name] ?? '')

/** The addresses of ours that a page names: path and query as they stand there. */
export function listNamed(html: string): string[] {
  const named = [...html.matchAll(attribute)].flatMap(([, value = '']) => unescaped(value).split(/,\s+/))
  return named.map(each => each.trim().split(/[\s#]/)[0] ?? '').filter(each => /^\/(?!\/)/.test(each))
}

/** The pages of results and what leads to them; files, pictures and scripts are taken as pages name them. */
const isOfResults = (path: string) =>
  path === '/' || path === paths.results || path.startsWith(`${paths.results}/`)
const isPage = (path: string) => !/^\/(?:files|assets|icons|share)\//.test(path) && !/\.\w+$/.test(path)

/** Whether a mirror holds an address: searches, filters and what staff see need the server. */
export function isMirrored(address: string, scope: MirrorScope): boolean {
  const [path = '', query = ''] = address.split('?')
  if (notPublic.test(path) || (scope === 'results' && isPage(path) && !isOfResults(path))) return false
  if (!isPage(path)) return true
  const known = isOfResults(path) ? resultParameters : pageParameters
  return [...new URLSearchParams(query).keys()].every(name => known.includes(name))
}

/**
 * Where a mirror keeps an answer, so that a web server finds it by its address: `books/primary/index.html`, with a query
 * `books/primary/index@page=2.html`, `api/results/status@stage=….json`, everything else under its own path. Shape:
 * undefined for an address that no file can be called by.
 */
export function fileOf(address: string, type: string): string | undefined {
  const [path = '/', query = ''] = address.split('?')
  const args = query === '' ? '' : `@${query}`
  const own = path.split('/').filter(Boolean).map(decoded)
  if (own.some(part => part === undefined || part === '..' || /[/\\\0]/.test(part))) return undefined
  const parts = own as string[]
  const isLonger = type.startsWith('text/html')
  const last = isLonger
    ? `index${args}.html`
    : path.startsWith('/api/')
      ? `${parts.pop()}${args}.json`
      : parts.pop()
  if (last === undefined) return undefined
  const names = [...parts, last]
  const isFit = names.every(name => Buffer.byteLength(name) <= maxNameBytes && !name.includes('/'))
  return isFit ? names.join('/') : undefined
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
