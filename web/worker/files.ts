import { sha256OfFileAddress } from '#contract/paths.ts'
import { within } from '#web/shelf/shelf-database.ts'
import { lightOf } from '#web/shelf/shelf-item.ts'
import type { KeptFile } from '#web/shelf/shelf-item.ts'
import { readFile, readShelf } from '#web/shelf/shelf.ts'
import { limits } from '#contract/limits.ts'
import { askNetwork } from './line.ts'
import type { AskingEvent } from './scope.ts'

const pictures = 'pictures'

/** A part of a file. Units: bytes; `end` is not in it. */
interface Part {
  start: number
  end: number
}

/** What a `Range` header asks of a file; undefined: all of it. Errors: null, what it asks is not there. Source: RFC 9110, 14.1.2. */
export function partOf(range: string | null, size: number): Part | undefined | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  if (!found) return undefined
  const [, from = '', to = ''] = found
  if (from === '' && to === '') return undefined
  if (from === '') return { start: Math.max(0, size - Number(to)), end: size }
  const start = Number(from)
  if (start >= size) return null
  return { start, end: to === '' ? size : Math.min(size, Number(to) + 1) }
}

/** A file that is on the device: the part that is asked for. Errors: those of the database; when bytes are missing. */
async function answerKept(file: KeptFile, request: Request): Promise<Response> {
  const all = await readFile(file)
  const part = partOf(request.headers.get('range'), all.size)
  const isSaved = new URL(request.url).searchParams.has('download')
  const headers: Record<string, string> = {
    'content-type': file.type,
    'accept-ranges': 'bytes',
    etag: `"${file.sha256}"`,
    'x-content-type-options': 'nosniff',
    'content-disposition': `${isSaved ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  }
  if (part === null)
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${all.size}` } })
  const { start, end } = part ?? { start: 0, end: all.size }
  headers['content-length'] = String(end - start)
  if (part) headers['content-range'] = `bytes ${start}-${end - 1}/${all.size}`
  return new Response(all.slice(start, end, file.type), { status: part ? 206 : 200, headers })
}

/**
 * Without a line a file that is opened leads to its light copy, where that is kept; its name says what it is. Parts of the
 * one are not those of the other, so it has its own address.
 * Errors: `error`, where there is none.
 */
async function answerLight(sha256: string, { mode, url }: Request, error: unknown): Promise<Response> {
  const light =
    mode === 'navigate' &&
    (await readShelf().then(
      shelf => lightOf(sha256, shelf),
      () => undefined,
    ))
  if (!light) throw error
  return Response.redirect(new URL(light.url + new URL(url).search, url))
}

/** Whether an address is the file itself, and not a picture made of it. */
const isWholeFile = (url: string) => !/^\/files\/[0-9a-f]{64}\/(?:w|p)\//.test(new URL(url).pathname)

/**
 * Answers with a file of the shelf, or a picture that was seen before; without a line a picture of a kept image is the
 * image itself, and a file leads to its light copy. Everything else comes from the network.
 */
export async function answerFile(event: AskingEvent, isSaving: boolean): Promise<Response> {
  const { request } = event
  const hash = sha256OfFileAddress(request.url) ?? ''
  const kept = await within(['files'], 'readonly', ({ files }) => files.get(hash)).catch(() => undefined)
  /* A file that is opened as a page is on its way already. */
  const fromNetwork = async () => (await event.preloadResponse) ?? askNetwork(request)
  if (isWholeFile(request.url)) {
    const answer = kept?.isWhole ? await answerKept(kept, request).catch(() => undefined) : undefined
    if (!answer) return fromNetwork().catch(error => answerLight(hash, request, error))
    event.waitUntil(giveUp(event.preloadResponse))
    return answer
  }
  const cache = await caches.open(pictures).catch(() => undefined)
  const seen = await cache?.match(request.url, { ignoreVary: true }).catch(() => undefined)
  if (seen) return seen
  try {
    const answer = await fromNetwork()
    if (cache && answer.status === 200 && !isSaving) void keepPicture(cache, request.url, answer.clone())
    return answer
  } catch (error) {
    if (kept?.isWhole && kept.type.startsWith('image/')) return answerKept(kept, request)
    throw error
  }
}

/** Ends a transfer that nobody needs. */
async function giveUp(coming: AskingEvent['preloadResponse']): Promise<void> {
  try {
    await (await coming)?.body?.cancel()
  } catch {
    /* It had not begun. */
  }
}

async function keepPicture(cache: Cache, url: string, answer: Response): Promise<void> {
  try {
    await cache.put(url, answer)
    const all = await cache.keys()
    const tooMany = all.slice(0, Math.max(0, all.length - limits.keptPictures))
    await Promise.all(tooMany.map(old => cache.delete(old)))
  } catch {
    /* Without room for it the picture is only shown. */
  }
}
