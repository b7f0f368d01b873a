import { ordinalWords } from './ordinal-words.ts'
import { writtenWords } from '#contract/arabic/words.ts'

/** What a file can be a part of, by the words for it, folded. */
const counters: Record<string, readonly string[]> = {
  الجزء: ['الجزء', 'جزء', 'ج', 'part'],
  الفصل: ['الفصل', 'فصل', 'ف', 'chapter', 'ch'],
  الوحدة: ['الوحده', 'وحده', 'unit'],
  الكورس: ['الكورس', 'كورس'],
}

/** Which part of a whole a name says the file is: «الجزء الثاني»; '' for none. */
export function counterIn(text: string): string {
  const words = writtenWords(text)
  for (const [at, word] of words.entries()) {
    const label = Object.keys(counters).find(name => counters[name]?.includes(word))
    const next = words[at + 1]
    const number = label && next !== undefined ? ordinalWords.findIndex(forms => forms.includes(next)) : -1
    if (label && number >= 0) return `${label} ${ordinalLabels(label)[number] ?? ''}`
  }
  return ''
}

const masculine = ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس', 'السادس', 'السابع', 'الثامن']
const feminine = ['الأولى', 'الثانية', 'الثالثة', 'الرابعة', 'الخامسة', 'السادسة', 'السابعة', 'الثامنة']

function ordinalLabels(label: string): readonly string[] {
  return label === 'الوحدة' ? feminine : masculine
}

/** Whether a folded word is one for a part of a whole. */
export function isCounterWord(word: string): boolean {
  return Object.values(counters).some(forms => forms.includes(word))
}
