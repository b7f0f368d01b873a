import { factsKey, factsOf } from './language/facts.ts'
import { tokenise } from './language/tokens.ts'
import type { SearchDocument } from './search-document.ts'

const maxBodyLetters = 4000
const maxLexemes = 400
const maxWordLength = 40

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
}

function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const token of tokenise(text)) {
    if (token.word.length > maxWordLength) continue
    words.push(token.word)
    if (token.kurdish !== undefined && token.kurdish.length <= maxWordLength) words.push(token.kurdish)
  }
  return words
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

/** What the index keeps of a record. */
export function entryOf(document: SearchDocument): SearchEntry {
  const facts = factsOf(document)
  const title = wordsOf(document.title)
  const teacher = wordsOf(document.teacher ?? '')
  const keywords = wordsOf(document.keywords.join(' ، '))
  const body = wordsOf(document.body.slice(0, maxBodyLetters))
  const codes = [
    ...facts.subjects.map(code => codeLexeme('subject', code)),
    ...facts.grades.map(code => codeLexeme('grade', code)),
  ]
  const parts = [
    { words: [...title, ...teacher], label: 'A' },
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
  }
}
