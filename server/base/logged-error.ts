/** How deep causes are told. */
const maxDepth = 5

const sqlState = /^[0-9A-Z]{5}$/
/** Of data that a column does not take: the message says it. Source: PostgreSQL, Appendix A. */
const dataException = /^22/
const emailAddress = /[^\s"'<>@:=]+@[^\s"'<>@]+/g
/** Exam numbers and telephones, in whatever digits and with marks between them. */
const number = /\+?[0-9٠-٩۰-۹](?:[\s()/_-]?[0-9٠-٩۰-۹]){5,}/g
/** Those that stand alone: ids of records have numbers between their letters. */
const loneNumber = new RegExp(`(?<![\\w-])${number.source}(?![\\w-])`, 'g')

/** The text without what may be an address or a number of a person; ids of records stay. */
export function withoutPeople(text: string): string {
  return text.replace(emailAddress, '…@…').replace(loneNumber, '…')
}

/** The same of a text that people have named, where a number of a person may stand beside letters. */
export function withoutNumbers(text: string): string {
  return text.replace(emailAddress, '…@…').replace(number, '…')
}

/**
 * How the log shows an error: what happened, where, and why; of a database's error neither the values of the row nor
 * those of the statement. Shape: causes inside each other.
 */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutPeople(error) : typeof error
  const facts = error as Error & Record<string, unknown>
  const code = typeof facts['code'] === 'string' ? facts['code'] : undefined
  const clean = (text: string) => {
    const plain = withoutPeople(text)
    const isOfData = code !== undefined && sqlState.test(code) && dataException.test(code)
    return isOfData ? plain.replace(/"[^"\n]*"/g, '"…"') : plain
  }
  const told: Record<string, unknown> = {
    type: error.name,
    ...(code !== undefined && { code }),
    message: clean(error.message),
    stack: clean(error.stack ?? ''),
  }
  for (const name of ['constraint', 'table', 'column', 'syscall']) {
    if (typeof facts[name] === 'string') told[name] = facts[name]
  }
  if (error.cause !== undefined && depth < maxDepth) told['cause'] = loggedError(error.cause, depth + 1)
  return told
}
