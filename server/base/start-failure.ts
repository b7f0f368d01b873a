/** Errors of our own making say in their message all that the operator needs. */
const plainErrors = new Set(['Error', 'ConfigError', 'AppError'])

interface SystemError extends Error {
  code?: string
  port?: number
}

/** What the operator reads when the site cannot start: the reason, and for faults of the program also where. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as SystemError
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to a free one.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`
  const reasons = [error.message]
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause)
    reasons.push(`  because: ${cause.message}`)
  if (!plainErrors.has(error.name)) reasons.push(error.stack ?? '')
  return reasons.join('\n')
}
