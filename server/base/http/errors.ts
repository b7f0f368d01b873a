import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { errorCatalogue, errorCodeOf } from '#contract/errors.ts'
import type { AppError, ChangedBy, ErrorBody, ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

/** When an answer of 503 is worth asking for again: the value of its Retry-After. */
export const retryAfterSeconds = String(Math.ceil(limits.busyRetryMs / 1000))

/** What Fastify's own errors mean in our catalogue. Source: Fastify's error list. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_content_type',
  FST_ERR_CTP_INVALID_TYPE: 'wrong_content_type',
  FST_ERR_CTP_EMPTY_TYPE: 'wrong_content_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_REOPENED_CLOSE_SERVER: 'unavailable',
}

const statusCodes: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'address_too_long',
  415: 'wrong_content_type',
  416: 'range_not_satisfiable',
  429: 'too_many_requests',
}

/** SQLSTATE classes after which trying again later makes sense, and a deadlock. Source: PostgreSQL, Appendix A. */
const unavailableSqlState = /^(?:08|53|57|58|40P01)/
const unavailableSystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

interface AnyError {
  code?: unknown
  statusCode?: unknown
  message?: unknown
  fields?: Record<string, string>
  errors?: string[]
  current?: unknown
  changedBy?: ChangedBy
  stored?: unknown
  sent?: unknown
  stale?: string[]
  retryAfterSeconds?: unknown
}

/** The catalogue's code for anything that was thrown. */
export function codeOfError(error: unknown): ErrorCode {
  const own = errorCodeOf(error)
  if (own) return own
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as AnyError
  if (typeof code === 'string') {
    const known = frameworkCodes[code]
    if (known) return known
    if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full'
    /* With a status it is the client that went away. */
    if (unavailableSystemCodes.has(code) && statusCode === undefined) return 'unavailable'
    if (/^[0-9A-Z]{5}$/.test(code) && unavailableSqlState.test(code)) return 'unavailable'
    /* Text that PostgreSQL cannot hold, or a number out of its range. */
    if (code === '22021' || code === '22P05' || code === '22003') return 'bad_request'
  }
  if (typeof statusCode === 'number' && statusCode < 500) return statusCodes[statusCode] ?? 'bad_request'
  return 'internal'
}

function fieldName(instancePath: string): string {
  return instancePath.replace(/^\//, '').replaceAll('/', '.') || '_'
}

/**
 * The HTTP status and body of anything that was thrown.
 * Shape: `ErrorBody`. Nothing of the cause leaves the server.
 */
export function errorAnswer(error: unknown): { status: number; body: ErrorBody } {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation) fields[fieldName(issue.instancePath)] ??= issue.message ?? ''
    const body = { ...errorBody('invalid_fields'), fields, errors: [...new Set(Object.values(fields))] }
    return { status: errorCatalogue.invalid_fields.status, body }
  }
  const code = codeOfError(error)
  const body = errorBody(code)
  if (errorCodeOf(error)) {
    const own = error as AnyError
    if (typeof own.message === 'string') {
      body.message = own.message
      body.errors = [own.message]
    }
    if (own.fields) {
      body.fields = own.fields
      body.errors = [...new Set(Object.values(own.fields))]
    }
    if (own.errors) body.errors = own.errors
    if (own.current !== undefined) body.current = own.current
    if (own.changedBy) body.changedBy = own.changedBy
    if (own.stored !== undefined) body.stored = own.stored
    if (own.sent !== undefined) body.sent = own.sent
    if (own.stale) body.stale = own.stale
  }
  return { status: errorCatalogue[code].status, body }
}

/** After how many seconds to try again, where an answer should say it. */
function retryAfterOf(error: unknown, status: number): string | undefined {
  const own = errorCodeOf(error) ? (error as AnyError).retryAfterSeconds : undefined
  if (typeof own === 'number') return String(own)
  return status === 503 ? retryAfterSeconds : undefined
}

function errorBody(code: ErrorCode): ErrorBody {
  const { message } = errorCatalogue[code]
  return { code, message, errors: [message] }
}

/**
 * Prepares the answer to an error, and logs the cause of everything that is our fault: status and headers are set, the
 * body that programs get is returned and not yet sent.
 */
export function prepareErrorAnswer(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): ErrorBody {
  const { status, body } = errorAnswer(error)
  if (status >= 500) {
    /* Whoever asked has left, as when the server ends: that what they asked is not to be had any more is no fault. */
    const isUnheard = request.raw.socket.destroyed && errorCodeOf(error) === 'unavailable'
    request.log[isUnheard ? 'info' : 'error']({ err: error, code: body.code }, 'request failed')
  } else request.log.debug({ err: error, code: body.code }, 'request refused')
  const retryAfter = retryAfterOf(error, status)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.code(status)
  return body
}

/** The one translator from errors to HTTP. */
export function handleError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return sendErrorBody(reply, prepareErrorAnswer(error, request, reply))
}

/** Sends the body that programs read. */
export function sendErrorBody(reply: FastifyReply, body: ErrorBody): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Answers what Fastify refuses before routing, such as an address that cannot be decoded. */
export function handleFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void handleError(error, request, reply)
}
