const letters = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي']
const openings = ['', '', '', 'ال', 'ال', 'م', 'ي', 'ت', 'است']
const endings = ['', '', '', '', 'ة', 'ات', 'ية', 'ون', 'ها']
const wordsOfPage = 250
const wordsOfLine = 11
/** What a page is about: rare words that it says again and again. */
const themes = 3
const timesOfTheme = 4

/** Words such as a language has, the commonest first. Shape: `size` different ones. */
export function makeVocabulary(size: number, random: () => number): string[] {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const words = new Set<string>()
  while (words.size < size) {
    const root = Array.from({ length: 3 + Math.floor(random() * 2) }, () => pick(letters)).join('')
    words.add(pick(openings) + root + pick(endings))
  }
  return [...words]
}

/** The text of a page: words as common as Zipf says, in lines, and some that the page is about. */
export function makePage(vocabulary: readonly string[], random: () => number): string {
  const zipf = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? ''
  const words = Array.from({ length: wordsOfPage }, zipf)
  for (let theme = 0; theme < themes; theme += 1) {
    const word = vocabulary[500 + Math.floor(random() * (vocabulary.length - 500))] ?? ''
    for (let time = 0; time < timesOfTheme; time += 1) words[Math.floor(random() * words.length)] = word
  }
  const lines: string[] = []
  for (let at = 0; at < words.length; at += wordsOfLine)
    lines.push(words.slice(at, at + wordsOfLine).join(' '))
  return lines.join('\n')
}
