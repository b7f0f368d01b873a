import { createElement as h } from 'react'

const link = (href, ...within) => h('a', { href, key: href }, ...within)
const sumBy = (counts, field) => {
  const sums = new Map()
  for (const cell of counts) sums.set(cell[field], (sums.get(cell[field]) ?? 0) + cell.count)
  return [...sums]
}
const icon = h(
  'svg',
  { width: 20, height: 20, viewBox: '0 0 24 24', 'aria-hidden': true },
  h('path', { d: 'M4 4h16v16H4z' }),
)
const frame = ['books', 'notes', 'ministerial', 'results', 'news', 'search', 'shelf', 'about']

/* What a list can be narrowed to stands twice: above it on a phone, beside it on a wide screen. */
const panels = ['phone', 'wide']
const actions = ['تحميل', 'تلغرام', 'درايف', 'مشاركة']

/** The page: a frame, what the list can be narrowed to with its counts, and a row for each book. */
export function BookPage({ books, counts }) {
  const choice = (field, code, count) =>
    h('li', { key: code }, link(`?${field}=${code}`, icon, h('span', null, code), h('span', null, count)))
  const choices = field => {
    const own = sumBy(counts, field).map(([code, count]) => choice(field, code, count))
    return h('ul', { key: field }, own)
  }
  const facts = book =>
    [book.subject, book.stage, book.releaseYear].map(fact =>
      h('span', { key: fact }, icon, h('span', null, fact)),
    )
  const ways = book =>
    actions.map(name => h('li', { key: name }, link(book.directLink, icon, h('span', null, name))))
  const row = book =>
    h(
      'li',
      { key: book.id },
      link(
        `/books/${book.id}`,
        h('img', { src: book.image, alt: '', width: 48, height: 64, loading: 'lazy' }),
      ),
      h('h2', null, link(`/books/${book.id}`, book.title)),
      h('p', null, facts(book)),
      h('ul', null, ways(book)),
    )
  return h(
    'div',
    { dir: 'rtl', lang: 'ar' },
    h(
      'header',
      null,
      h(
        'nav',
        null,
        frame.map(name => link(`/${name}`, icon, h('span', null, name))),
      ),
    ),
    h(
      'main',
      null,
      h('h1', null, 'كتب المرحلة الابتدائية'),
      panels.map(name => h('section', { key: name, className: name }, choices('stage'), choices('subject'))),
      h('ol', null, books.map(row)),
    ),
    h(
      'footer',
      null,
      frame.map(name => link(`/${name}#more`, icon, h('span', null, name))),
    ),
  )
}
