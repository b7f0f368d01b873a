import { AppError, errorCodeOf } from '#contract/errors.ts'

function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** True when the file or directory is not there. */
export function isMissing(error: unknown): boolean {
  return systemCodeOf(error) === 'ENOENT' || systemCodeOf(error) === 'ENOTDIR'
}

/** What a failed act of the file system means to people: no space left, or out of order for now. */
export function storageError(error: unknown): unknown {
  if (errorCodeOf(error) !== undefined) return error
  const code = systemCodeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new AppError('disk_full', { cause: error })
  if (code === 'EMFILE' || code === 'ENFILE' || code === 'EIO' || code === 'EROFS') {
    return new AppError('unavailable', { cause: error })
  }
  return error
}
