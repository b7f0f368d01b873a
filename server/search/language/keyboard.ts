// The Arabic (101) layout, the one that machines in Iraq are sold with; لا is one key and must be read first.
// Source: Unicode CLDR keyboards, ar-t-k0-windows.
const latinToArabic: Record<string, string> = {
  q: 'ض',
  w: 'ص',
  e: 'ث',
  r: 'ق',
  t: 'ف',
  y: 'غ',
  u: 'ع',
  i: 'ه',
  o: 'خ',
  p: 'ح',
  '[': 'ج',
  ']': 'د',
  a: 'ش',
  s: 'س',
  d: 'ي',
  f: 'ب',
  g: 'ل',
  h: 'ا',
  j: 'ت',
  k: 'ن',
  l: 'م',
  ';': 'ك',
  "'": 'ط',
  z: 'ئ',
  x: 'ء',
  c: 'ؤ',
  v: 'ر',
  b: 'لا',
  n: 'ى',
  m: 'ة',
  ',': 'و',
  '.': 'ز',
  '/': 'ظ',
  '`': 'ذ',
}
const shiftedToArabic: Record<string, string> = {
  ...Object.fromEntries([...'QWERASZX'].map(key => [key, ''])),
  Y: 'إ',
  H: 'أ',
  N: 'آ',
  T: 'لإ',
  G: 'لأ',
  B: 'لآ',
  J: 'ـ',
  K: '،',
  L: '/',
  ':': 'ك',
  '"': 'ط',
  '<': 'و',
  '>': 'ز',
  '?': 'ظ',
  '{': 'ج',
  '}': 'د',
}
const arabicToLatin = new Map<string, string>(
  Object.entries(latinToArabic).map(([latin, arabic]) => [arabic, latin]),
)

const latinLetter = /[a-z]/i

/** What the keys would have written on the Arabic layout, or undefined when they hold no Latin letter. */
export function asArabicKeys(text: string): string | undefined {
  if (!latinLetter.test(text)) return undefined
  const keys = /[a-z]/.test(text) ? text : text.toLowerCase()
  let result = ''
  for (const key of keys)
    result += shiftedToArabic[key] ?? latinToArabic[key] ?? latinToArabic[key.toLowerCase()] ?? key
  return result
}

/** What the keys would have written on the Latin layout, or undefined when some letter is on no Latin key. */
export function asLatinKeys(text: string): string | undefined {
  let result = ''
  for (let i = 0; i < text.length; i += 1) {
    const pair = arabicToLatin.get(text.slice(i, i + 2))
    const latin = pair ?? arabicToLatin.get(text.charAt(i))
    if (latin === undefined) return undefined
    if (pair !== undefined) i += 1
    result += latin
  }
  return latinLetter.test(result) ? result : undefined
}
