const endings = [
  'يتهما',
  'تهما',
  'يتها',
  'يتهم',
  'تين',
  'تان',
  'يته',
  'هما',
  'تها',
  'تهم',
  'يون',
  'يين',
  'يات',
  'يتي',
  'ته',
  'يه',
  'يا',
  'ات',
  'ين',
  'ان',
  'ون',
  'ها',
  'هم',
  'وا',
  'ه',
  'ت',
  'ا',
  'ي',
]
const leastStem = 3
/** «تكوين», «تحسين»: no plural and no two. */
const endingOfRoot = /^[وبلي]?ت..ين$/u
/** «تغيير», «تمييز»: with one letter less they are other words, «تغير», «تميز». */
const doubled = /^[وبلك]?ت.يي./u
/** «حاسوبك», but not «فلك». */
const lettersOfYours = 6

/** A folded word without article, without its ending: «اقتصاديه» and «اقتصادي» give «اقتصاد». */
export function stemOf(whole: string): string {
  const written = whole.length >= lettersOfYours ? whole.replace(/ك$/u, '') : whole
  const ending = endingOfRoot.test(written)
    ? undefined
    : endings.find(each => written.endsWith(each) && written.length - each.length >= leastStem)
  const bare = ending === undefined ? written : written.slice(0, -ending.length)
  const cut = doubled.test(bare) ? bare : bare.replace(/(.)\1/gu, '$1')
  return cut.startsWith('و') && cut.length > leastStem + 1 ? cut.slice(1) : cut
}

const leastRoot = 3
/** Those that are no part of a root: the weak letter that ends one stays. */
const lightEndings = ['تهما', 'تها', 'تهم', 'ته', 'ات', 'ين', 'ون', 'ها', 'هم', 'وا', 'ه', 'ت']
const weak = /[اوي]+/gu
/** What stands before the root of verbs and of the nouns that are made of them. */
const lead = /^(?:است|يست|تست|نست|مست|ان|ين|تن|من|يت|تت|مت|نت|ا|ي|ت|ن|م)/u
const particles = /^[وفبلك]/u

/**
 * What may be the root of a stem. A weak letter is «*» in its place, so that «نام» is not «نمو»: «قام» and «قيام» give
 * «ق*م». Three letters that stand without a weak one are a root too.
 */
export function rootsOf(written: string): Set<string> {
  const roots = new Set<string>()
  const ending = endingOfRoot.test(written)
    ? undefined
    : lightEndings.find(each => written.endsWith(each) && written.length - each.length >= leastStem)
  const stem = ending === undefined ? written : written.slice(0, -ending.length)
  /* «ذوبان», «غليان». */
  const doing = /^.{3,}ان$/u.test(stem) ? [stem.slice(0, -2)] : []
  const whole = [stem, stem.replace(particles, ''), ...doing]
  const starts = new Set(whole)
  for (const start of whole) {
    starts.add(start.replace(/^[يتنا]/u, ''))
    starts.add(start.replace(lead, ''))
  }
  for (const start of starts) {
    for (const form of [start, start.replace(/^(.)ت/u, '$1')]) {
      const starred = form.replace(weak, '*')
      const bare = starred.replaceAll('*', '')
      if (bare.length >= leastRoot) roots.add(bare)
      if (bare.length === 2 && form.startsWith('ا')) roots.add(`ا${bare}`)
      if (bare.length === 2 && starred.replace(/^\*/u, '').length === 3)
        roots.add(starred.replace(/^\*/u, ''))
    }
  }
  return roots
}

/** Letters that differ in their dots alone: what is read wrong most often. */
const bodies = new Map(
  Object.entries({
    ب: 'ٮ',
    ت: 'ٮ',
    ث: 'ٮ',
    ن: 'ٮ',
    ي: 'ٮ',
    ج: 'ح',
    خ: 'ح',
    ذ: 'د',
    ز: 'ر',
    ش: 'س',
    ض: 'ص',
    ظ: 'ط',
    غ: 'ع',
    ق: 'ف',
  }),
)

/** A word without the dots of its letters. */
export const bodyOf = (word: string): string =>
  Array.from(word, letter => bodies.get(letter) ?? letter).join('')

const vowels = new Set('اوي')
/** So long a word is the same with another vowel in one place: «فاراداي», «فارادي». */
const lettersOfAName = 6

/** Whether two words are one name, spelled with another vowel. */
export function isSpelledApart(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) < lettersOfAName) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  let back = 0
  while (back < Math.min(one.length, other.length) - from && one.at(-1 - back) === other.at(-1 - back))
    back += 1
  const [here, there] = [one, other].map(word => word.slice(from, word.length - back))
  return [here, there].every(
    part => part !== undefined && part.length <= 1 && (part === '' || vowels.has(part)),
  )
}

/** «كبريتات», «كبريتيت», «كبريتيد»: names of other compounds. */
export function areSalts(one: string, other: string): boolean {
  const [here, there] = [one, other].map(word => /^(.{3,}?)(ات|يت|يد)$/u.exec(word))
  return here?.[2] !== undefined && there?.[2] !== undefined && here[2] !== there[2]
}

/** How many letters must be changed, put in or left out to make one word the other. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost))
    }
    row = next
  }
  return row[other.length] ?? 0
}

const joinedParticle = /^[وفبلك](?=.{3})/u

/** A word without the particle that may be written with it: «لتسخين» gives «تسخين», and «فلك» stays. */
export const withoutParticle = (word: string): string => word.replace(joinedParticle, '')
