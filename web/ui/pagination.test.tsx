import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Pagination } from './pagination.tsx'

const draw = (page: number, pages: number) =>
  renderToStaticMarkup(
    <Pagination page={page} pages={pages} hrefOf={number => `/books/primary?page=${number}`} />,
  )

const slots = (html: string) =>
  [...html.matchAll(/<li>.*?<\/li>/g)].map(([item]) => item.replace(/<[^>]+>/g, ''))

describe('the pagination', () => {
  it('is not drawn for one page', () => {
    expect(draw(1, 1)).toBe('')
  })

  it('shows all of five pages', () => {
    expect(slots(draw(3, 5))).toEqual(['١', '٢', '٣', '٤', '٥'])
  })

  it.each([
    [1, ['١', '٢', '٣', '٤', '…', '١٠']],
    [5, ['١', '…', '٤', '٥', '٦', '…', '١٠']],
    [10, ['١', '…', '٨', '٩', '١٠']],
  ])('shows the window around page %i of ten', (page, expected) => {
    expect(slots(draw(page, 10))).toEqual(expected)
  })

  it('has no previous link on the first page and no next link on the last', () => {
    expect(draw(1, 3)).not.toContain('rel="prev"')
    expect(draw(1, 3)).toContain('rel="next"')
    expect(draw(3, 3)).toContain('rel="prev"')
    expect(draw(3, 3)).not.toContain('rel="next"')
    expect(draw(1, 3)).toMatch(/aria-disabled="true"[^]*السابق/)
  })

  it('marks the current page for screen readers', () => {
    expect(draw(2, 3)).toMatch(/href="\/books\/primary\?page=2"[^>]*aria-current="page"/)
  })
})
