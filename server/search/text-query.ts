import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { codeLexeme } from './search-entry.ts'
import type { WordUnit } from './language/build-units.ts'
import type { Lexicon } from './language/lexicon.ts'
import { subjectsOfWish, type ConceptUnit } from './language/units.ts'

const commonShare = 0.04
const commonRatio = 3

/** True when a word stands in so many texts' bodies that it says nothing there. */
export function isBoilerplate(word: string, lexicon: Lexicon, documents: number): boolean {
  const held = lexicon.documents(word)
  return held > documents * commonShare && held > 8 && held > lexicon.named(word) * commonRatio
}

function readingQuery(unit: WordUnit, lexicon: Lexicon, documents: number, isAlone: boolean): string {
  const alternatives = unit.readings.map(({ word, isPrefix }) => {
    // A beginning that stands alone would let any text in; beside other words it may go on in a text too.
    const labels = (isPrefix && isAlone) || isBoilerplate(word, lexicon, documents) ? 'ABC' : ''
    const suffix = `${isPrefix ? '*' : ''}${labels}`
    return suffix === '' ? `'${word}'` : `'${word}':${suffix}`
  })
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(${alternatives.join(' | ')})`
}

/** The required facts as lexemes, which the index can meet with the words'; parts joined by `&`. */
export function requiredQuery(units: readonly ConceptUnit[]): string[] {
  return units.flatMap(({ isRequired, wishes }) => {
    if (!isRequired) return []
    const lexemes = wishes.map(wish => [
      ...subjectsOfWish(wish).map(subject => `'${codeLexeme('subject', subject)}'`),
      ...(wish.by === 'grade' ? [`'${codeLexeme('grade', wish.grade)}'`] : []),
    ])
    return lexemes.some(each => each.length === 0) ? [] : [`(${lexemes.flat().join(' | ')})`]
  })
}

/** One part of a `tsquery` for each word unit, in their order. */
export function wordQueries(words: readonly WordUnit[], lexicon: Lexicon, documents: number): string[] {
  return words.map(unit => readingQuery(unit, lexicon, documents, words.length === 1))
}

const lexemes = /'[^']*'(?::(\*?)(ABC)?)?/g

/** Whether each word must stand in a title, in keywords or in a teacher's name. */
const areNamed = (query: string) => [...query.matchAll(lexemes)].every(([, , labels]) => labels !== undefined)

const anywhere = (query: string) => query.replaceAll(lexemes, lexeme => lexeme.replace(/:?ABC$/, ''))

/**
 * The condition that a record's words answer a text query. Where all of them must stand in its title, keywords or teacher's name,
 * they are looked for in the index of these: that of all words does not know where a word stands.
 */
export function isAnsweredBy(query: string): RawBuilder<SqlBool> {
  return areNamed(query)
    ? sql`ts_filter(lexemes, '{a,b,c}'::"char"[]) @@ ${anywhere(query)}::tsquery`
    : sql`lexemes @@ ${query}::tsquery`
}

/**
 * The same, always read by an index. The planner, which does not see these words, would rather read the whole table for
 * common ones: it takes looking at the words of a record for nothing. What may stand anywhere and what may not are each
 * looked for in their own index where either will do.
 */
export function isFoundBy(query: string): RawBuilder<SqlBool> {
  const inAll = (part: string) => sql<SqlBool>`lexemes @@ (select ${part}::tsquery)`
  const inNames = (part: string) =>
    sql<SqlBool>`ts_filter(lexemes, '{a,b,c}'::"char"[]) @@ (select ${anywhere(part)}::tsquery)`
  if (areNamed(query)) return inNames(query)
  const words = Array.from(query.matchAll(lexemes), ([word]) => word)
  const named = words.filter(areNamed)
  if (named.length === 0 || query.replaceAll(lexemes, '').includes('&')) return inAll(query)
  const others = words.filter(word => !areNamed(word))
  return sql`(${inAll(others.join(' | '))} or ${inNames(named.join(' | '))})`
}
