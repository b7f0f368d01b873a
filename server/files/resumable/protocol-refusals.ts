import { AppError } from '#contract/errors.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errorAnswer } from '#server/base/http/errors.ts'

/** The one version of the protocol that is spoken here. */
export const protocolVersion = '1.0.0'

/** What the tus server's own refusals mean in our catalogue; their status is part of the protocol and stays. */
const protocolCodes: Record<number, ErrorCode> = {
  400: 'bad_request',
  403: 'bad_request',
  404: 'upload_not_found',
  409: 'stale_version',
  410: 'upload_not_found',
  413: 'file_too_large',
}

/** The body of a refusal that the protocol knows by its status alone. Shape: JSON of `ErrorBody`. */
export function protocolRefusal(status: number): string {
  return JSON.stringify(errorAnswer(new AppError(protocolCodes[status] ?? 'bad_request')).body)
}
