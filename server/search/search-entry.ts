import { comparedWords } from '#contract/arabic/words.ts'
import { factsKey, factsOf } from './language/facts.ts'
import { tokenise, wholesOf } from './language/tokens.ts'
import { honorificForms } from './language/words/fillers.ts'
import type { SearchDocument } from './search-document.ts'

const maxBodyLetters = 4000
const maxLexemes = 400
const maxWordLength = 40
const honorifics = new Set(honorificForms.split('|').flatMap(comparedWords))

/** The row of a record in the index, in the names of its columns. */
export interface SearchEntry {
  type: string
  record_id: string
  key: string
  title: string
  subject: string | null
  stage: string | null
  branch: string | null
  year: number | null
  round: number | null
  teacher: string | null
  news_type: string | null
  image: string | null
  title_words: string
  named_words: string
  lexemes: string
  created_at: string
  shape: number
  files: { place: number; file_hash: string }[]
}

function wordsOf(text: string): string[] {
  const words: string[] = []
  const tokens = tokenise(text)
  for (const { word, kurdish } of tokens) {
    words.push(word)
    if (kurdish !== undefined) words.push(kurdish)
  }
  return [...words, ...wholesOf(tokens)].filter(word => word.length <= maxWordLength)
}

function lexemesOf(parts: { words: string[]; label: string }[], codes: string[]): string {
  const positions = new Map<string, string[]>()
  for (const [index, { words, label }] of parts.entries()) {
    for (const word of words) {
      const own = positions.get(word) ?? []
      if (own.length === 0 && positions.size >= maxLexemes) continue
      if (!own.some(place => place.startsWith(String(index + 1)))) own.push(`${index + 1}${label}`)
      positions.set(word, own)
    }
  }
  for (const code of codes) positions.set(code, ['4'])
  return [...positions].map(([word, places]) => `'${word}':${places.join(',')}`).join(' ')
}

/** The lexeme by which a required fact is found beside words. */
export function codeLexeme(field: 'subject' | 'grade', code: string): string {
  return `#${field}:${code}`
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/**
 * The number of the shape that entries have: raise it with every change of folding, words, facts or columns, and the
 * records that were indexed before are indexed anew when the server starts.
 */
export const indexShape = 4

/** What the index keeps of a record. */
export function entryOf(document: SearchDocument): SearchEntry {
  const facts = factsOf(document)
  const title = wordsOf(document.title)
  const teacher = wordsOf(document.teacher ?? '').filter(word => !honorifics.has(word))
  const keywords = wordsOf(document.keywords.join(' ، '))
  const body = wordsOf(document.body.slice(0, maxBodyLetters))
  const codes = [
    ...facts.subjects.map(code => codeLexeme('subject', code)),
    ...facts.grades.map(code => codeLexeme('grade', code)),
  ]
  const parts = [
    { words: title, label: 'A' },
    { words: teacher, label: 'C' },
    { words: keywords, label: 'B' },
    { words: body, label: '' },
  ]
  return {
    type: document.type,
    record_id: document.id,
    key: factsKey(facts),
    title: storable(document.title),
    subject: document.subject ?? null,
    stage: document.stage ?? null,
    branch: document.branch ?? null,
    year: document.year ?? null,
    round: document.round || null,
    teacher: document.teacher ? storable(document.teacher) : null,
    news_type: document.newsType ?? null,
    image: document.image ? storable(document.image) : null,
    title_words: title.join(' '),
    named_words: [...teacher, ...new Set(keywords)].join(' '),
    lexemes: lexemesOf(parts, codes),
    created_at: document.createdAt.toISOString(),
    shape: indexShape,
    files: (document.files ?? []).flatMap((hash, place) => (hash ? { place, file_hash: hash } : [])),
  }
}
