import { writtenWords } from '#contract/arabic/words.ts'
import { saidAt } from './exam-language.ts'
import type { Act } from './exam-language.ts'

const bracket = /\(\s*([\p{Script=Arabic}\p{M}\s]+?)\s*\)/gu
const mostWords = 4
/** Of these, what stands in brackets is what is to be answered with or worked on. */
const ofTheirOwn = new Set<Act>(['choose', 'fill', 'judge', 'parse'])
const relative = /\s(?:الذي|التي|الذين)\s/gu
const command = /^.*?[:؟]|^\s*\S+(?:\s+(?:المقصود|مفهوم|تعريف|معنى))?(?:\s*ب(?=\s))?/u

/**
 * A question with the name that stands in brackets instead of what is said before them: «زحزحة (انجراف) القارات» gives
 * «انجراف القارات», and «عرف: حركة القشرة (الزلزال)» gives «عرف: الزلزال». Undefined where there is no such name.
 */
export function readingByName(text: string, act: Act | undefined): string | undefined {
  const found = [...text.matchAll(bracket)]
  const [match] = found
  if (found.length !== 1 || !match || (act && ofTheirOwn.has(act))) return undefined
  const [whole, name = ''] = match
  const words = writtenWords(name)
  if (words.length === 0 || words.length > mostWords || saidAt(words, 0)) return undefined
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + whole.length)]
  const kept =
    act === 'define' && writtenWords(after).length === 0
      ? command.exec(before)?.[0]
      : (withoutRelative(before) ?? withoutLast(before, words.length))
  return kept === undefined || writtenWords(kept).length === writtenWords(before).length
    ? undefined
    : `${kept} ${name} ${after}`
}

/** «الخصم الذي يمنح للتشجيع» gives «الخصم». */
function withoutRelative(before: string): string | undefined {
  const at = [...before.matchAll(relative)].at(-1)?.index
  return at === undefined || writtenWords(before.slice(0, at)).length < 2 ? undefined : before.slice(0, at)
}

function withoutLast(before: string, count: number): string | undefined {
  const words = before.trim().split(/\s+/u)
  return words.length > count ? words.slice(0, -count).join(' ') : undefined
}
