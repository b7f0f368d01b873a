import { describe, expect, it } from 'vitest'
import { openContent } from '#server/content/open-content.ts'
import { visitedPageOf } from './visited-page.ts'

// An address is read without a record, so the kinds need no database here.
const changes = { onChange: () => undefined }
const { visitedList } = openContent({ files: {}, search: {}, writing: { database: {}, changes } } as never)
const id = '0abc1def2ghj3kmn'

describe('the page of an address', () => {
  it.each([
    '/',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
    '/help',
    '/faq',
    '/search',
    '/asked',
    '/books',
    '/books/primary',
    '/books/intermediate',
    '/books/preparatory',
    '/notes',
    '/notes/primary',
    '/results',
    '/results/sixth-primary',
    '/ministerial',
    '/ministerial/third-intermediate',
    '/ministerial/third-intermediate/questions',
    '/news',
  ])('is known for %s', address => {
    expect(visitedPageOf(address, visitedList)).toMatchObject({ page: address, record: undefined })
  })

  it.each([
    [`/books/${id}`, 'book'],
    [`/notes/download/${id}`, 'note'],
    [`/ministerial/preview/${id}`, 'exam'],
    [`/news/${id}`, 'news'],
  ])('of the record %s names it', (address, kind) => {
    expect(visitedPageOf(address, visitedList)).toEqual({ page: address, metadata: {}, record: { kind, id } })
  })

  it.each([
    '',
    'about',
    '//evil.example/',
    'https://evil.example/',
    '/super',
    '/dashboard',
    '/dashboard/books',
    '/api/books',
    '/files/x',
    '/books/secondary',
    '/books/primary/deeper',
    `/books/primary/${id}`,
    '/results/primary',
    '/nothing',
    '/%',
    '/%00',
    '/books/%2e%2e',
    '/about\u0000',
    `/news/${id}x`,
  ])('is unknown for %j', address => {
    expect(visitedPageOf(address, visitedList)).toBeUndefined()
  })

  it('leaves the query and the last slash out of the path', () => {
    expect(visitedPageOf('/books/primary/?page=3#top', visitedList)).toMatchObject({ page: '/books/primary' })
    expect(visitedPageOf('/?utm_source=x', visitedList)).toMatchObject({ page: '/', metadata: {} })
  })

  it.each([
    ['/books/primary', { stage: 'PRIMARY' }],
    ['/grade/first-primary', { stage: 'FIRST_PRIMARY' }],
    ['/grade/sixth-preparatory/literary', { stage: 'SIXTH_PREPARATORY', branch: 'LITERARY' }],
    [
      `/results/sixth-preparatory/schools?branch=LITERARY&city=${encodeURIComponent('كركوك')}&query=x`,
      { stage: 'SIXTH_PREPARATORY', city: 'كركوك', branch: 'LITERARY' },
    ],
    [`/results/sheet/${id}`, {}],
    [
      `/books/primary?grade=FIRST_PRIMARY&subject=MATH&query=${encodeURIComponent('  جمع ')}&page=2`,
      { stage: 'FIRST_PRIMARY', subject: 'MATH', search: 'جمع' },
    ],
    ['/books/primary?grade=SIXTH_PREPARATORY&subject=NOPE&query=', { stage: 'PRIMARY' }],
    ['/notes/preparatory?grade=SIXTH_PREPARATORY', { stage: 'SIXTH_PREPARATORY' }],
    [
      '/ministerial/sixth-primary?subject=ARABIC&year=2024&try=2',
      { stage: 'SIXTH_PRIMARY', subject: 'ARABIC', year: 2024, try: 2 },
    ],
    ['/ministerial/sixth-primary?year=1&try=9', { stage: 'SIXTH_PRIMARY' }],
    ['/news?type=EXAM_RESULTS', { type: 'EXAM_RESULTS' }],
    ['/news?type=constructor', {}],
    ['/search?q=math', { search: 'math' }],
    [
      `/results/sixth-preparatory?path=${encodeURIComponent('2024/الكرخ الأولى/علمي/الدور الأول')}`,
      { stage: 'SIXTH_PREPARATORY', year: 2024, city: 'الكرخ الأولى', branch: 'SCIENTIFIC', try: 1 },
    ],
    ['/results/sixth-primary?path=../../etc', { stage: 'SIXTH_PRIMARY' }],
    ['/search?q=%00', {}],
  ])('tells of %s what its filters say', (address, metadata) => {
    expect(visitedPageOf(address, visitedList)?.metadata).toEqual(metadata)
  })
})
