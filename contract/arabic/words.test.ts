import { describe, expect, it } from 'vitest'
import { comparedWords, withoutArticle, writtenWords } from './words.ts'

describe('withoutArticle', () => {
  it.each([
    ['الرياضيات', 'رياضيات'],
    ['والرياضيات', 'رياضيات'],
    ['بالرياضيات', 'رياضيات'],
    ['للرياضيات', 'رياضيات'],
    ['وللصف', 'وللصف'],
    ['كالعلوم', 'علوم'],
  ])('takes the article off %s', (word, bare) => {
    expect(withoutArticle(word)).toBe(bare)
  })

  it.each(['فيزياء', 'وزاري', 'فواد', 'كيميا', 'لغه', 'بلاغه', 'الله', 'والد'])('leaves %s as it is', word => {
    expect(withoutArticle(word)).toBe(word)
  })
})

describe('words', () => {
  it('part digits from letters', () => {
    expect(writtenWords('٣متوسط ابتدائي2020')).toEqual(['3', 'متوسط', 'ابتدايي', '2020'])
  })

  it('are the same for a name with عبد in one piece or two', () => {
    expect(comparedWords('عبدالحسين')).toEqual(comparedWords('عبد الحسين'))
  })

  it('never make the article a word of its own', () => {
    expect(comparedWords('الكتاب ال مدرسي')).toEqual(['كتاب', 'ال', 'مدرسي'])
  })
})
