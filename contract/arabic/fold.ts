/** What a text folds to, with the way back to the letters it came from. */
export interface FoldedText {
  text: string
  /** map[i] is the UTF-16 position in the original of folded unit i; map[text.length] is the original's length. */
  map: number[]
}

const letterFolds: Record<string, string> = {
  // Alef with hamza, madda or wasla is alef. Source: Lucene ArabicNormalizer; ٱ: Unicode NFKC closure in charabia.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ٲ: 'ا',
  ٳ: 'ا',
  ٵ: 'ا',
  // Hamza on a seat is its seat; a bare hamza is nothing. Source: ICU DiacriticFolding (seats).
  ؤ: 'و',
  ئ: 'ي',
  ٶ: 'و',
  ٸ: 'ي',
  ء: '',
  ٴ: '',
  // Teh marbuta is heh, alef maksura is yeh. Source: Lucene ArabicNormalizer.
  ة: 'ه',
  ۃ: 'ه',
  ى: 'ي',
  // Persian and Kurdish shapes of Arabic letters. Source: Lucene PersianNormalizer, SoraniNormalizer reversed.
  ک: 'ك',
  ڪ: 'ك',
  ګ: 'ك',
  ڭ: 'ك',
  گ: 'ك',
  ی: 'ي',
  ې: 'ي',
  ے: 'ي',
  ۍ: 'ي',
  ێ: 'ي',
  ۓ: 'ي',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ۀ: 'ه',
  ۂ: 'ه',
  ۆ: 'و',
  ۇ: 'و',
  ۈ: 'و',
  ۋ: 'و',
  ۊ: 'و',
  ۉ: 'و',
  چ: 'ج',
  پ: 'ب',
  ڤ: 'ف',
  ژ: 'ز',
  ڕ: 'ر',
  ڵ: 'ل',
  ڷ: 'ل',
  ڶ: 'ل',
  ڔ: 'ر',
  // Tatweel is only length. Source: Lucene ArabicNormalizer.
  ـ: '',
}

// Marks of recitation and vowels; every other non-spacing mark (Latin accents too) goes the same way.
const droppedMark = /[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]|\p{M}|\p{Cf}/u
const kept = /[\p{L}\p{N}]/u

const cache = new Map<string, string>()
const cacheCapacity = 4096

function foldDigit(code: number): string | undefined {
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660)
  if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0)
  return undefined
}

function foldDecomposed(letter: string): string {
  const digit = foldDigit(letter.codePointAt(0) ?? 0)
  if (digit !== undefined) return digit
  const folded = letterFolds[letter]
  if (folded !== undefined) return folded
  if (droppedMark.test(letter)) return ''
  return kept.test(letter) ? letter : ' '
}

function computeCodePoint(codePoint: string): string {
  // Compatibility decomposition opens presentation forms and ligatures and separates marks from their letters,
  // so that one rule serves composed and decomposed input. Source: Unicode NFKD, as charabia does.
  const direct = letterFolds[codePoint]
  if (direct !== undefined) return direct
  let result = codePoint
  for (let round = 0; round < 3; round += 1) {
    let next = ''
    for (const letter of result.normalize('NFKD').toLowerCase().normalize('NFKD'))
      next += foldDecomposed(letter)
    if (next === result) break
    result = next
  }
  return result
}

function foldCodePoint(codePoint: string): string {
  const code = codePoint.charCodeAt(0)
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return codePoint
  const known = cache.get(codePoint)
  if (known !== undefined) return known
  const folded = computeCodePoint(codePoint)
  if (cache.size < cacheCapacity) cache.set(codePoint, folded)
  return folded
}

/**
 * Folds a text to the one form that indexing, queries, list filters and highlighting compare.
 *
 * Shape: lower-case letters and ASCII digits in words parted by single spaces, no space at either end; whatever is
 * neither letter nor digit parts words, and marks, tatweel and invisible characters vanish without parting them.
 * Source: Q2.1.
 */
export function fold(text: string): string {
  let result = ''
  let pendingSpace = false
  for (const codePoint of text) {
    const folded = foldCodePoint(codePoint)
    for (const unit of folded) {
      if (unit === ' ') {
        pendingSpace = result.length > 0
        continue
      }
      if (pendingSpace) {
        result += ' '
        pendingSpace = false
      }
      result += unit
    }
  }
  return result
}

/** Folds a text as `fold` does and keeps, for every folded unit, the position of the letter that it came from. */
export function foldWithMap(text: string): FoldedText {
  let result = ''
  const map: number[] = []
  let position = 0
  let spaceAt = -1
  for (const codePoint of text) {
    for (const unit of foldCodePoint(codePoint)) {
      if (unit === ' ') {
        if (result.length > 0 && spaceAt < 0) spaceAt = position
        continue
      }
      if (spaceAt >= 0) {
        result += ' '
        map.push(spaceAt)
        spaceAt = -1
      }
      result += unit
      for (let i = 0; i < unit.length; i += 1) map.push(position)
    }
    position += codePoint.length
  }
  map.push(text.length)
  return { text: result, map }
}
