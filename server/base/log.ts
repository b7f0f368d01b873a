import pino from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { currentRequestId } from './request-id.ts'
import { loggedError } from './logged-error.ts'

interface LogOptions {
  /** A level of pino's, or silent. */
  level: string
  /** Lines for people in place of one JSON object each. */
  isForPeople?: boolean
  /** Where the lines go; standard output when left out. */
  to?: DestinationStream
}

/**
 * The log of a process. Each line names the request that it belongs to, and none holds what could be of a person: of
 * an error only what `loggedError` lets through.
 */
export async function createLog({ level, isForPeople = false, to }: LogOptions): Promise<Logger> {
  return pino(
    {
      level,
      serializers: { err: loggedError },
      mixin(_details, _level, logger) {
        const reqId = currentRequestId()
        return reqId === undefined || 'reqId' in logger.bindings() ? {} : { reqId }
      },
    },
    isForPeople ? await readable(to) : (to ?? pino.destination(1)),
  )
}

/* Its packages are many: they are loaded only where somebody looks on. */
async function readable(to: DestinationStream | undefined): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty')
  const pretty = prettyFactory({
    colorize: to === undefined,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss',
  })
  const out = to ?? pino.destination(1)
  return { write: line => out.write(pretty(line)) }
}
