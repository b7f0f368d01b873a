const digit = '[0-9٠-٩۰-۹]'
const everyDigit = new RegExp(digit, 'g')
const oneRun = new RegExp(`${digit}{5,}`, 'g')
const parted = new RegExp(`^${digit}([\\s./_-]*${digit}){5,}$`)
/** Years, with or without marks between them: `20252026`, `2025/2026`. */
const years = /^((19|20|١٩|٢٠|۱۹|۲۰)..[\s./_-]*){1,2}$/

/**
 * The exam number in what somebody typed to search, or undefined: five digits or more in a row, as one is being typed,
 * or nothing but digits in groups that are not all years. Such a text is searched for nowhere and kept nowhere.
 * Shape: as it was typed. Source: Q3.7.
 */
export function examNumberIn(text: string): string | undefined {
  const typed = text.trim()
  return (
    typed.match(oneRun)?.find(run => !years.test(run)) ??
    (parted.test(typed) && !years.test(typed) ? typed : undefined)
  )
}

/** The text with zeros for its digits, for those who must learn that there is a number, and not which. */
export function withoutDigits(text: string): string {
  return text.replace(everyDigit, '0')
}
