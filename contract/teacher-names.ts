import { writtenWords } from './arabic/words.ts'

/** What stands before a teacher's name and is no part of it, folded; a word of one letter is a short form of one. */
const titles = new Set([
  'الاستاذ',
  'استاذ',
  'الاستاذه',
  'استاذه',
  'الدكتور',
  'دكتور',
  'الدكتوره',
  'دكتوره',
  'المدرس',
  'مدرس',
  'المدرسه',
  'مدرسه',
  'الست',
  'ست',
])

const isPartOfName = (word: string) => word.length > 1 && !titles.has(word)

/** A teacher's name without the title before it; a name that is nothing else stays. Shape: «علي حسن». */
export function teacherWithoutTitle(name: string): string {
  const pieces = name.split(/\s+/)
  const first = pieces.findIndex(piece => writtenWords(piece).some(isPartOfName))
  return first > 0 ? pieces.slice(first).join(' ') : name
}

/**
 * A teacher's name as the address of the teacher's page says it: folded, without titles, so that «الأستاذ علي حسن»
 * and «أ. على حسن» have one page. Empty for a name without letters. Shape: `علي-حسن`.
 */
export function teacherSlug(name: string): string {
  const words = writtenWords(name)
  const first = words.findIndex(isPartOfName)
  return words.slice(Math.max(first, 0)).join('-')
}

/** A word of one letter before a name is a short form of a title, whichever it is. */
export const shortForms: readonly string[] = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي']

/** The ways in which a name may begin in front of the same person: without a title, or with these. */
export const teacherTitles = [
  '',
  'استاذ',
  'استاذه',
  'دكتور',
  'دكتوره',
  'مدرس',
  'مدرسه',
  'ست',
  'ا',
  'د',
  'م',
  'ا د',
  'ا م',
  'ا م د',
  'م د',
  'استاذ دكتور',
  'استاذه دكتوره',
] as const
