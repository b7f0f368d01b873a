import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldWithMap } from './fold.ts'

const arabicText = fc.string({
  unit: fc.constantFrom(
    ...'أإآٱؤئءةىابتثجحخدذرزسشصضطظعغفقكلمنهويکیەێۆگچپڤژڕڵـَُِّْٰ٠١٩۰۹ ﷲﻻ\u200f\u200c\u0654.,-aÉZ',
  ),
  maxLength: 80,
})
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map(units => String.fromCharCode(...units)),
  arabicText,
)

const rules: [name: string, source: string, from: string, to: string][] = [
  ['alef with hamza or madda is alef', 'Lucene ArabicNormalizer', 'أحمد إدارة آراء', 'احمد اداره ارا'],
  ['alef wasla is alef', 'charabia (NFKD)', 'ٱلكتاب', 'الكتاب'],
  ['hamza on a seat is its seat', 'ICU DiacriticFolding', 'رؤوف أسئلة', 'رووف اسيله'],
  ['a bare hamza is nothing', 'RULES.md: قراءة/قراة, أحياء/احيا', 'قراءة أحياء', 'قراه احيا'],
  ['teh marbuta is heh', 'Lucene ArabicNormalizer', 'ملزمة', 'ملزمه'],
  ['alef maksura is yeh', 'Lucene ArabicNormalizer', 'سهى علمى', 'سهي علمي'],
  [
    'vowels and recitation marks vanish',
    'Lucene ArabicNormalizer, Unicode 0610-06ED',
    'كِتَابُ ٱللُّغَةِ هٰذا',
    'كتاب اللغه هذا',
  ],
  ['tatweel vanishes', 'Lucene ArabicNormalizer', 'الــــلغة', 'اللغه'],
  ['Arabic-Indic digits are digits', 'Lucene DecimalDigitFilter', '٢٠٢٤', '2024'],
  ['Persian digits are digits', 'Lucene DecimalDigitFilter', '۲۰۱۹', '2019'],
  ['Persian keheh and yeh are kaf and yeh', 'Lucene PersianNormalizer', 'کتاب علمی', 'كتاب علمي'],
  [
    'Kurdish letters are their Arabic neighbours',
    'Lucene SoraniNormalizer, reversed',
    'گەورە چوار پێنج ژمارە ڕێزمان ڵ ۆ ڤ',
    'كهوره جوار بينج زماره ريزمان ل و ف',
  ],
  [
    'invisible and direction marks vanish inside a word',
    'Unicode default ignorables',
    'كت\u200cاب\u200f \u2067علوم\u2069\u00ad\ufeff',
    'كتاب علوم',
  ],
  [
    'presentation forms are their letters',
    'Unicode NFKC',
    '\ufee3\ufee0\ufeb0\ufee3\ufe94 \ufefb',
    'ملزمه لا',
  ],
  ['decomposed input folds like composed input', 'Unicode NFD', 'أسئلة'.normalize('NFD'), 'اسيله'],
  ['Latin folds to bare lower case', 'Unicode NFKD and case folding', 'Éduc PDF', 'educ pdf'],
  ['what is neither letter nor digit parts words', 'UAX 29', '  كتاب/علوم - (2024)؟ ', 'كتاب علوم 2024'],
]

describe('fold', () => {
  it.each(rules)('%s (%s)', (_name, _source, from, to) => {
    expect(fold(from)).toBe(to)
  })

  it('parts words at NUL and at lone surrogates instead of failing', () => {
    expect(fold('علم\u0000احياء \ud800كيمياء\udfff')).toBe('علم احيا كيميا')
  })

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(anyText, text => fold(fold(text)) === fold(text)),
      { numRuns: 2000 },
    )
  })

  it('gives the same text with and without the map', () => {
    fc.assert(
      fc.property(anyText, text => foldWithMap(text).text === fold(text)),
      { numRuns: 1000 },
    )
  })

  it('maps every folded unit to a place in the original, never backwards', () => {
    fc.assert(
      fc.property(anyText, text => {
        const { text: folded, map } = foldWithMap(text)
        expect(map).toHaveLength(folded.length + 1)
        expect(map[folded.length]).toBe(text.length)
        for (let i = 1; i < map.length; i += 1) expect(map[i]).toBeGreaterThanOrEqual(map[i - 1] ?? 0)
      }),
    )
  })

  it('maps each letter to where it stood', () => {
    const original = 'الصَّفـــّ ٣'
    const { text, map } = foldWithMap(original)
    expect(text).toBe('الصف 3')
    expect(map.slice(0, -1).map(at => original[at])).toEqual(['ا', 'ل', 'ص', 'ف', ' ', '٣'])
  })
})
