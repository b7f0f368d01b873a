import { fold } from '#contract/arabic/fold.ts'
import type { PageLine } from './page.types.ts'

const kinds = new Set(['مدرسة', 'إعدادية', 'ثانوية', 'متوسطة', 'ابتدائية', 'معهد'].map(word => fold(word)))
const stops = new Set(
  ['هاتف', 'رقم', 'رمز', 'المديرية', 'محافظة', 'قضاء', 'نتائج', 'الفرع', 'الصف', 'العام', 'الدور'].map(word =>
    fold(word),
  ),
)
const wordOfName = /^[\p{Script=Arabic}()]+$/u
const leastWords = 2
const mostWords = 8

/**
 * The school that the head of a sheet names: its kind and what follows on the line. Nothing where a word of it was read with
 * doubt, or where two lines name different ones.
 */
export function schoolOf(lines: readonly PageLine[]): string | undefined {
  const found = new Map<string, string>()
  for (const line of lines) {
    const name = nameIn(line)
    if (name === 'doubtful') return undefined
    if (name !== undefined) found.set(fold(name), name)
  }
  const [first, ...others] = found.values()
  return others.length === 0 ? first : undefined
}

function nameIn({ words }: PageLine): string | undefined {
  const start = words.findIndex(({ text }) => kinds.has(fold(trimmed(text))))
  if (start < 0) return undefined
  const name: string[] = []
  for (const { text, isDoubtful } of words.slice(start)) {
    const word = trimmed(text)
    if (!wordOfName.test(word) || stops.has(fold(word)) || name.length === mostWords) break
    if (isDoubtful === true) return 'doubtful'
    name.push(word)
  }
  return name.length >= leastWords ? name.join(' ') : undefined
}

function trimmed(text: string): string {
  return text.replace(/^[\s:.،\-–—]+|[\s:.،\-–—]+$/gu, '')
}
