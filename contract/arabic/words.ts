import { fold } from './fold.ts'

// Longest first. Never a bare و ف ب ك ل: too many words begin with them.
const articlePrefixes = ['وبال', 'ولل', 'وال', 'بال', 'كال', 'فال', 'لل', 'ال']
const minLettersAfterArticle = 3
const piece = /\p{N}+|[^\p{N}\s]+/gu

/**
 * Takes the article, with the particle joined to it, off a folded word; at least three letters must remain.
 * Source: Lucene ArabicStemmer's prefixes, without the bare conjunction.
 */
export function withoutArticle(word: string): string {
  for (const prefix of articlePrefixes) {
    if (word.length - prefix.length >= minLettersAfterArticle && word.startsWith(prefix)) {
      return word.slice(prefix.length)
    }
  }
  return word
}

/** Cuts a folded text into words; digits stand apart from letters, so that `3متوسط` is two words. */
export function splitFolded(folded: string): string[] {
  return folded.match(piece) ?? []
}

/** The folded words of a text as they are written, article included. */
export function writtenWords(text: string): string[] {
  return splitFolded(fold(text))
}

/**
 * The folded words of a text as they are compared: without article, and with عبدالله-like names parted
 * (`عبدالحسين` gives `عبد` and `حسين`, as `عبد الحسين` does).
 */
export function comparedWords(text: string): string[] {
  return writtenWords(text).flatMap(comparedForms)
}

/** The compared words of one folded word: one, or two for a name written in one piece with عبد. */
export function comparedForms(word: string): string[] {
  if (word.startsWith('عبدال') && word.length >= 8) return ['عبد', withoutArticle(word.slice(3))]
  return [withoutArticle(word)]
}
