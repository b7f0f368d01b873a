import { withoutArticle } from '#contract/arabic/words.ts'

const readWords = (lines: readonly string[]) =>
  new Map(
    lines.flatMap(line => {
      const [number, ...words] = line.split(' ')
      return words.map(word => [word, Number(number)] as const)
    }),
  )

const units = readWords([
  '2 اثنين اثنان اثنتين اثنتان',
  '3 ثلاث ثلاثه ثلاثا',
  '4 اربع اربعه اربعا',
  '5 خمس خمسه خمسا',
  '6 ست سته ستا',
  '7 سبع سبعه سبعا',
  '8 ثمان ثمانيه ثماني',
  '9 تسع تسعه تسعا',
  '10 عشر عشره عشرا',
])
/** Before «عشر». */
const ofTeens = readWords(['1 احد احدي', '2 اثنا اثنتا اثني اثنتي'])
const tens = readWords([
  '20 عشرون عشرين',
  '30 ثلاثون ثلاثين',
  '40 اربعون اربعين',
  '50 خمسون خمسين',
  '60 ستون ستين',
  '70 سبعون سبعين',
  '80 ثمانون ثمانين',
  '90 تسعون تسعين',
])
/** What a number before it is multiplied by. */
const scales = readWords(['100 ميه مايه', '1000 الف الاف', '1000000 مليون ملايين'])
const half = 0.5
const teen = 10

/** The number that words tell from a place, as a figure, and how many words do; undefined where none does. */
export function numberAt(
  words: readonly string[],
  at: number,
): { value: string; length: number } | undefined {
  const found = smallNumberAt(words, at)
  const isHalf = found === undefined && /^[وبل]?نصف$/u.test(words[at] ?? '')
  const next = at + (found?.length ?? 1)
  const scale = found || isHalf ? scales.get(words[next] ?? '') : undefined
  if (scale !== undefined && !isTimes(words, next))
    return { value: String((found?.value ?? half) * scale), length: next + 1 - at }
  return found && { value: String(found.value), length: found.length }
}

/** «خمسة في المئة» has no hundreds. */
const isTimes = (words: readonly string[], at: number) => (words[at] ?? '').startsWith('ال')

function smallNumberAt(words: readonly string[], at: number): { value: number; length: number } | undefined {
  const [word = '', next = ''] = [words[at], words[at + 1]]
  const unit = valueOf(units, word)
  const isTeen = /^عشره?$/u.test(next)
  const ofTeen = valueOf(ofTeens, word)
  if (isTeen && ((unit !== undefined && unit < teen) || ofTeen !== undefined))
    return { value: teen + (unit ?? ofTeen ?? 0), length: 2 }
  const ten = next.startsWith('و') ? tens.get(withoutArticle(next.slice(1))) : undefined
  if (unit !== undefined && unit < teen && ten !== undefined) return { value: unit + ten, length: 2 }
  const one = unit ?? valueOf(tens, word)
  return one === undefined ? undefined : { value: one, length: 1 }
}

const valueOf = (numbers: ReadonlyMap<string, number>, word: string) =>
  numbers.get(withoutArticle(word)) ?? numbers.get(word.replace(/^[وبل]/u, ''))
