import http from 'node:http'
import https from 'node:https'
import type { MirrorCause } from '#contract/codes/mirror-causes.ts'
import { limits } from '#contract/limits.ts'
import { guardedLookup, refuseInnerHost, type Network } from './public-network.ts'

/** Those with which nobody has answered. */
export const silentCauses: readonly MirrorCause[] = ['unreachable', 'timeout', 'inner']

/** What asking an address has told. Shape: `works` is undefined where nothing can be said. */
export interface MirrorAnswer {
  works: boolean | undefined
  cause: MirrorCause | null
  /** Somebody has answered: there is a line. */
  isAnswered: boolean
}

interface Reply {
  status: number
  location: string | undefined
}

type Method = 'HEAD' | 'GET'

/** Asks one address, without its body. Errors: InnerAddress, and those of the connection. */
function ask(url: URL, method: Method, network: Network, signal: AbortSignal): Promise<Reply> {
  refuseInnerHost(url.hostname, network)
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method,
      signal,
      agent: false,
      lookup: guardedLookup(network),
      headers: {
        'user-agent': 'Rafid (daily check of links)',
        accept: '*/*',
        ...(method === 'GET' && { range: 'bytes=0-0' }),
      },
    })
    call.on('response', response => {
      const { statusCode: status = 0, headers } = response
      // The status is all that is wanted: the rest of the body does not come.
      response.destroy()
      resolve({ status, location: headers.location })
    })
    call.on('error', reject)
    call.end()
  })
}

const isRedirect = ({ status, location }: Reply) => status >= 300 && status < 400 && location !== undefined

/** Drive sends whoever may not see a file to the sign-in. */
const asksToSignIn = (url: URL) => url.hostname === 'accounts.google.com'

function judge(status: number): MirrorAnswer {
  const answer = (works: boolean | undefined, cause: MirrorCause | null) => ({
    works,
    cause,
    isAnswered: true,
  })
  if (status >= 200 && status < 300) return answer(true, null)
  // An empty file has no first byte.
  if (status === 416) return answer(true, null)
  if (status === 429) return answer(undefined, null)
  if (status === 404 || status === 410) return answer(false, 'gone')
  if (status === 401 || status === 403) return answer(false, 'private')
  return answer(false, status >= 500 ? 'broken' : 'refused')
}

/** Follows an address to its end. Errors: those of `ask`. */
async function follow(
  start: URL,
  method: Method,
  network: Network,
  signal: AbortSignal,
): Promise<MirrorAnswer> {
  let url = start
  for (let hop = 0; hop <= limits.mirrorRedirects; hop += 1) {
    if (asksToSignIn(url)) return { works: false, cause: 'private', isAnswered: true }
    if (!/^https?:$/.test(url.protocol)) return { works: false, cause: 'refused', isAnswered: true }
    const reply = await ask(url, method, network, signal)
    if (!isRedirect(reply)) return judge(reply.status)
    if (!URL.canParse(reply.location ?? '', url)) return { works: false, cause: 'refused', isAnswered: true }
    url = new URL(reply.location ?? '', url)
  }
  return { works: false, cause: 'redirects', isAnswered: true }
}

function causeOf(error: unknown): MirrorCause {
  if (!(error instanceof Error)) return 'unreachable'
  if ('code' in error && error.code === 'inner_address') return 'inner'
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : 'unreachable'
}

/** What HEAD says; undefined where it is cut off or not answered in its part of the time. Errors: InnerAddress, and the end of `isOver`. */
async function askHead(
  url: URL,
  network: Network,
  isOver: AbortSignal,
  waitMs: number,
): Promise<MirrorAnswer | undefined> {
  try {
    return await follow(url, 'HEAD', network, AbortSignal.any([isOver, AbortSignal.timeout(waitMs)]))
  } catch (error) {
    if (isOver.aborted || causeOf(error) === 'inner') throw error
    return undefined
  }
}

/**
 * Asks whether an address still gives what it gave: with HEAD for half of the time, and with the first byte where that
 * says no or nothing. Nothing is asked of this machine or of networks within, at the first address and after every redirect.
 * Errors: the reason of `signal`, when it is aborted.
 */
export async function askMirror(
  address: string,
  network: Network,
  signal: AbortSignal,
  waitMs = limits.mirrorWaitMs,
): Promise<MirrorAnswer> {
  if (!URL.canParse(address)) return { works: false, cause: 'unreachable', isAnswered: false }
  const url = new URL(address)
  const isOver = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  try {
    const head = await askHead(url, network, isOver, waitMs / 2)
    return head === undefined || head.works === false ? await follow(url, 'GET', network, isOver) : head
  } catch (error) {
    if (signal.aborted) throw signal.reason
    return { works: false, cause: isOver.aborted ? 'timeout' : causeOf(error), isAnswered: false }
  }
}
