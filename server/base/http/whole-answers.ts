import { STATUS_CODES, validateHeaderName, validateHeaderValue, type Server } from 'node:http'

/** Header names and values in turn, as `writeHead` takes them. */
export type RawHeaders = (string | number)[]

/** An answer without what is added to each on its way: date and state of the line. */
export interface MadeAnswer {
  status: 200 | 304
  raw: RawHeaders
  body?: Buffer
  /** Whether `raw` is the same array the next time. */
  isSame: boolean
}

/** Answers that are asked for more than once in a second are many fewer. */
const keptAtOnce = 200

/**
 * Puts answers together as Node's `writeHead` and `end` would on a line that stays open: the same bytes in the same order.
 * What is asked for again in the same second is not put together again.
 */
export function createWholeAnswers({ keepAliveTimeout }: Pick<Server, 'keepAliveTimeout'>) {
  const kept = new Map<RawHeaders, Buffer>()
  let second = 0
  let ending = ''

  function make({ status, raw, body }: MadeAnswer): Buffer {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let at = 0; at < raw.length; at += 2) {
      const [name, value] = [String(raw[at]), String(raw[at + 1])]
      validateHeaderName(name)
      validateHeaderValue(name, value)
      head += `${name}: ${value}\r\n`
    }
    head += ending
    const whole = Buffer.allocUnsafe(head.length + (body?.length ?? 0))
    whole.write(head, 'latin1')
    body?.copy(whole, head.length)
    return whole
  }

  return (answer: MadeAnswer): Buffer => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      second = now
      kept.clear()
      const seconds = Math.floor(keepAliveTimeout / 1000)
      ending =
        `Date: ${new Date(now * 1000).toUTCString()}\r\n` +
        `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
    }
    let whole = kept.get(answer.raw)
    if (whole === undefined) {
      whole = make(answer)
      if (answer.isSame && kept.size < keptAtOnce) kept.set(answer.raw, whole)
    }
    return whole
  }
}
