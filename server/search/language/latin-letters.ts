/** One way to write on: how many Latin letters it uses, which Arabic letters they stand for, what it costs. */
export interface LatinStep {
  length: number
  letters: string
  cost: number
}

/**
 * What Arabic letters people write with Latin ones and digits, likeliest first; the number is what each further choice
 * costs. So chats do it everywhere; the g for ك and ق and the ch for ج are Iraqi.
 */
const consonants: Record<string, string> = {
  b: 'ب',
  p: 'ب',
  t: 'ت ط ه',
  th: 'ث ذ ظ ض',
  j: 'ج',
  g: 'ج ك ق غ',
  gh: 'غ ق',
  '7': 'ح خ',
  h: 'ه ح خ',
  kh: 'خ',
  '5': 'خ',
  d: 'د ض ذ',
  dh: 'ذ ظ ض',
  r: 'ر',
  z: 'ز ظ ذ ض',
  s: 'س ص',
  sh: 'ش',
  ch: 'ج ش',
  '9': 'ص ق',
  '6': 'ط',
  '3': 'ع',
  f: 'ف',
  v: 'ف',
  q: 'ق',
  '8': 'ق غ',
  k: 'ك ق',
  c: 'ك س',
  l: 'ل',
  m: 'م',
  n: 'ن',
  w: 'و',
  y: 'ي',
  x: 'كس',
}
const costOfChoice = 0.12

/** Vowels are written when they are long, and mostly left out when they are short. */
const vowels: Record<string, string> = {
  a: 'ا - ه ع ي',
  e: '- ي ا ه',
  i: 'ي - ا يي',
  o: 'و - ا',
  u: '- و ا',
  aa: 'ا',
  ee: 'ي',
  ii: 'ي',
  oo: 'و',
  ou: 'و -',
  ai: 'ي اي -',
  ay: 'ي اي',
  ei: 'ي -',
  ey: 'ي',
  au: 'و',
  aw: 'و',
  '2': '- ا ي و',
}
const costOfVowelChoice = 0.06
const atTheStart = /^[aeiou]/

function choices(letters: string, cost: number): { letters: string; cost: number }[] {
  return letters.split(' ').map((each, index) => ({ letters: each === '-' ? '' : each, cost: index * cost }))
}

function stepsFor(graphemes: Record<string, string>, costOfEach: number): Map<string, LatinStep[]> {
  return new Map(
    Object.entries(graphemes).map(([written, letters]) => [
      written,
      choices(letters, costOfEach).map(choice => ({ length: written.length, ...choice })),
    ]),
  )
}

const steps = new Map([...stepsFor(consonants, costOfChoice), ...stepsFor(vowels, costOfVowelChoice)])

/** The ways to go on reading a Latin word as an Arabic one from a position. Shape: empty at a letter that has none. */
export function latinSteps(text: string, at: number): LatinStep[] {
  const one = text.charAt(at)
  const two = text.slice(at, at + 2)
  // A word cannot begin with a short vowel: its alef is written.
  if (at === 0 && atTheStart.test(one)) {
    const own = steps.get(one)?.filter(({ letters }) => letters !== '') ?? []
    return [
      { length: 1, letters: 'ا', cost: 0 },
      ...own,
      { length: 2, letters: 'ا', cost: costOfVowelChoice },
    ]
  }
  const isDoubled = two.length === 2 && two.charAt(0) === two.charAt(1)
  const doubled = isDoubled ? (steps.get(one) ?? []).map(step => ({ ...step, length: 2 })) : []
  return [...(steps.get(two) ?? []), ...doubled, ...(steps.get(one) ?? [])]
}
