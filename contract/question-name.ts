import { formatPlainNumber } from './format.ts'

/** What people call a question by where it stands. Shape: «س٢ أ ٣» of «2 أ 3». */
export function questionName(label: string): string {
  const parts = label.split(' ').map(part => (/^\d+$/.test(part) ? formatPlainNumber(Number(part)) : part))
  return `س${parts.join(' ')}`
}
