import { sql, type Expression, type SqlBool } from 'kysely'
import { comparedForms, comparedWords, writtenWords } from '#contract/arabic/words.ts'
import type { kinds, KindWithPage } from '#contract/kinds.ts'

const maxTerms = 12
const maxQueryLength = 200
/** Longer than what is typed at most, and short enough for an index however it is spelled. */
const maxWordLetters = 255
const shortArticle = /^(?:ال|لل|وال|بال)(.{1,2})$/u

/**
 * The text that a list filter looks through, from everything a person might type to find the record.
 *
 * Shape: folded words without article, parted and surrounded by single spaces, each once; long ones cut.
 */
export function searchTextOf(parts: readonly (string | null | undefined)[]): string {
  const words = new Set<string>()
  for (const part of parts)
    for (const word of comparedWords(part ?? '')) words.add(word.slice(0, maxWordLetters))
  return words.size === 0 ? '' : ` ${[...words].join(' ')} `
}

/** The folded words of a list query; each must begin some word of the record. Shape: alternatives for each word. */
export function foldedTerms(query: string): string[][] {
  const terms: string[][] = []
  for (const word of writtenWords(query.slice(0, maxQueryLength))) {
    if (word === 'ال') continue
    const rest = shortArticle.exec(word)?.[1]
    if (rest !== undefined) terms.push([word, rest])
    else for (const form of comparedForms(word)) terms.push([form])
    if (terms.length >= maxTerms) break
  }
  return terms
}

function likeWordPrefix(term: string): string {
  return `% ${term.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
}

/**
 * The condition of a list filter: every word of the query begins a word of the record's `search_text`.
 *
 * Shape: `qb.where(matchesSearchText(query))`; a query without words excludes nothing. Pass the column's name when
 * several tables are joined.
 */
export function matchesSearchText(query: string, column = 'searchText'): Expression<SqlBool> {
  const terms = foldedTerms(query)
  if (terms.length === 0) return sql<SqlBool>`true`
  const reference = sql.ref(column)
  const conditions = terms.map(alternatives => {
    const likes = alternatives.map(term => sql`${reference} like ${likeWordPrefix(term)}`)
    return sql`(${sql.join(likes, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/**
 * The same condition, answered by an index of the words of a table's `search_text`, however many rows there are: for a text
 * that few rows are thought to hold.
 */
export function isAmongHolders(
  query: string,
  table: (typeof kinds)[KindWithPage]['list'],
): Expression<SqlBool> {
  const terms = foldedTerms(query)
  if (terms.length === 0) return sql<SqlBool>`true`
  const words = terms
    .map(alternatives => `(${alternatives.map(term => `'${term}':*`).join(' | ')})`)
    .join(' & ')
  /* Looked for before anything else: in the order of a list, every row would be compared. */
  return sql<SqlBool>`id in (
    select id from ${sql.table(table)}
    where array_to_tsvector(string_to_array(btrim(search_text), ' ')) @@ ${words}::tsquery offset 0)`
}
