import { writtenWords } from '#contract/arabic/words.ts'
import { saidAt } from './exam-language.ts'
import { wordsOfQuestion } from './question-words.ts'

const mostListWords = 14
const listWords =
  /(?:^| )(?:[بلم]?ما (?:ي|ت)ل[يه]|[بلم]?ما (?:ي|ت)اتي|(?:ال)?(?:اتيه|تاليه|اتي|تالي)|(?:ل?ل?اثنين|ل?ل?اثنتين|ل?ثلاثه?|ل?اربعه?|ل?خمسه?|ل?ثلاثا|ل?اربعا|ل?خمسا)(?: فقط| من| مم[ان])?|[بل]?كل من|كلا من|[بل]?كلا مما|(?:the )?following|as required|your (?:text ?)?book)(?: |$)/u

/** Whether what stands before items says that each of them is to be answered for itself. */
export function isListStem(stem: string): boolean {
  const words = writtenWords(stem)
  if (words.length === 0 || words.length > mostListWords || /\p{N}/u.test(stem)) return false
  return listWords.test(words.join(' ')) || wordsOfQuestion(stem).isBare
}

const listPhrases =
  /\s*(?:[(]?\s*(?:[أا]جب|[أا]جيبي)\s+عن\s+\p{L}+\s*(?:فقط)?\s*[)]?|(?:ل?كل|كلا)\s+(?:واحد[ةه]?\s+)?م(?:ن|ما)(?:\s+(?:ي[أا]تي|يلي))?|[لب]?كل\s+من|[بلم]?ما\s+(?:ي[أا]تي|يلي|ت[أا]تي|تلي)|مم[ان]\s+(?:ي[أا]تي|يلي)|(?:اثنين|اثنتين|ثلاث[ةه]?ا?ً?|[أا]ربع[ةه]?ا?ً?|خمس[ةه]?ا?ً?|واحد[ةه]?ا?ً?)(?=\s+(?:مما|من|فقط|$)|\s*$)|فقط|(?:من\s+)?ال(?:آتي|اتي|تالي)[ةه]?)(?![\p{L}])/gu

/** What a list asks of each of its things: «ما وظيفة كل مما يأتي» gives «ما وظيفة». */
export function askedOfEach(stem: string): string {
  return stem
    .replace(/[\s:.،؟?()-]+$/u, '')
    .replace(listPhrases, ' ')
    .replace(/[\s:.،؟?()-]+$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Whether a text of few words asks something whole: «عرف التضخم». */
export function isWhole(text: string): boolean {
  const words = writtenWords(text)
  const said = saidAt(words, 0)
  return words.length > Math.min(2, said?.length ?? 2)
}
