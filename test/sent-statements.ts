import type { SentStatement } from '#server/base/db/sent-together.ts'

/** What was given to the driver to be sent. */
type Asked = string | (Pick<SentStatement, 'text'> & Partial<SentStatement> & Partial<Together>)

/** Several statements that went together. */
interface Together {
  statements: readonly SentStatement[]
}

/** The statements that a call of the driver's `query` sends, in their order. */
export function statementsOf([asked, values]: readonly unknown[]): Pick<SentStatement, 'text' | 'values'>[] {
  const given = asked as Asked
  if (typeof given === 'string') return [{ text: given, values: (values ?? []) as unknown[] }]
  return [...(given.statements ?? [{ text: given.text, values: given.values ?? [] }])]
}
