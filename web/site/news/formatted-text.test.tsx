import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { FormattedText } from '#contract/resources/formatted-text.ts'
import { FormattedTextView } from './formatted-text.tsx'

const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length && { marks }) })
const line = (...content: object[]) => ({ type: 'paragraph', content })
const heading = (level: number, text: string) => ({
  type: 'heading',
  attrs: { level },
  content: [words(text)],
})

function htmlOf(...content: object[]): string {
  const text = { type: 'doc', content } as FormattedText
  return renderToStaticMarkup(<FormattedTextView text={text} isLight={false} />)
}

describe('a formatted text on the site', () => {
  it('has the words of what another release has written', () => {
    const cell = { type: 'cell', content: [line(words('من جدول'), { type: 'emoji', text: 'هلال' })] }
    const far = words('بعيد', { type: 'link', attrs: { href: 'gemini://elsewhere.example' } })
    expect(htmlOf(line(far), { type: 'table', content: [cell] }, { type: 'line' })).toBe(
      '<p>بعيد</p><p>من جدولهلال</p>',
    )
  })

  it('has every word also where a block it knows is of another shape', () => {
    const item = (...content: object[]) => ({ type: 'list_item', content })
    const bare = words('بلا عنوان', { type: 'link' })
    expect(
      htmlOf(
        { type: 'bullet_list', content: [item(line(words('أول')), line(words('ثان')))] },
        { type: 'heading', content: [words('عنوان')] },
        line(bare),
        { type: 'picture' },
        line({ type: 'text' }),
      ),
    ).toBe('<p>أول\nثان</p><p>عنوان</p><p>بلا عنوان</p>')
  })

  it('keeps the empty lines between its words as room', () => {
    const room = '<p aria-hidden="true"><br/></p>'
    expect(htmlOf(line(), line(words('سطر')), line(), line(words('سطر آخر')), line())).toBe(
      `<p>سطر</p>${room}<p>سطر آخر</p>`,
    )
  })

  it('begins its headings below that of the page', () => {
    expect(htmlOf(heading(3, 'أول'), heading(3, 'ثان'), heading(2, 'ثالث'), heading(3, 'رابع'))).toBe(
      '<h2>أول</h2><h2>ثان</h2><h2>ثالث</h2><h3>رابع</h3>',
    )
    const empty = { type: 'heading', attrs: { level: 2 } }
    expect(htmlOf(empty, heading(3, 'بعد فارغ'))).toBe('<h2>بعد فارغ</h2>')
  })
})
