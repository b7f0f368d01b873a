import { describe, expect, it } from 'vitest'
import { foldedTerms, searchTextOf } from './list-text.ts'

function finds(query: string, ...parts: string[]): boolean {
  const text = searchTextOf(parts)
  return foldedTerms(query).every(alternatives => alternatives.some(term => text.includes(` ${term}`)))
}

describe('list text', () => {
  it.each([
    ['رياضيات', 'كتاب الرياضيات'],
    ['الرياضيات', 'كتاب رياضيات'],
    ['للرياضيات', 'كتاب رياضيات'],
    ['الر', 'كتاب الرياضيات'],
    ['رياض', 'كتاب الرياضيات'],
    ['٢٠٢٤', 'طبعة 2024'],
    ['2024', 'طبعة ٢٠٢٤'],
    ['احياء خامس', 'الأحياء للصف الخامس'],
    ['عبدالحسين', 'عبد الحسين الغراوي'],
    ['کتاب', 'كتاب'],
    ['؟!', 'كتاب'],
  ])('%s finds %s', (query, title) => {
    expect(finds(query, title)).toBe(true)
  })

  it('needs every word of the query', () => {
    expect(finds('كتاب فيزياء', 'كتاب الكيمياء')).toBe(false)
  })

  it('looks for the first twelve words and for no more', () => {
    const twelve = 'احمد بدر تمار ثامر جاسم حامد خالد داود رامي زياد سامر شاكر'
    const looked = foldedTerms(twelve)
    expect(looked).toHaveLength(12)
    expect(foldedTerms(`${twelve} صادق`)).toEqual(looked)
    expect(finds(`${twelve} صادق`, twelve)).toBe(true)
    expect(finds(`صادق ${twelve}`, twelve)).toBe(false)
  })

  it('does not match inside a word', () => {
    expect(finds('ياضيات', 'كتاب الرياضيات')).toBe(false)
  })
})
