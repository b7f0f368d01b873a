import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ResultHit, SearchAnswer, SearchHit } from '#contract/resources/search.ts'
import { isSearchable } from '#contract/searchable.ts'
import { searchPath } from '#contract/search-paths.ts'
import { HitDetails } from './hit-details.tsx'
import { untoldFacts } from './hit-rows.tsx'
import { SearchAnswerView } from './search-answer-view.tsx'
import { orderedHits, shownAnswer } from './shown-answer.ts'

const hit = (change: Partial<SearchHit>): SearchHit => ({
  id: 'a',
  type: 'book',
  title: 'كتاب',
  url: '/books/a',
  subject: null,
  stage: null,
  branch: null,
  year: null,
  round: null,
  teacher: null,
  newsType: null,
  image: null,
  createdAt: '2026-01-01T00:00:00Z',
  highlights: [],
  teacherHighlights: [],
  match: null,
  ...change,
})

it('shows the groups in the order of their best hit, the best hit first', () => {
  const hits = [
    hit({ id: 'n1', type: 'news' }),
    hit({ id: 'b1', type: 'book' }),
    hit({ id: 'n2', type: 'news' }),
    hit({ id: 'm1', type: 'malazima' }),
  ]
  const answer: SearchAnswer = {
    query: 'نتائج',
    hits,
    total: 4,
    groups: { book: 1, malazima: 1, 'ministerial-exam': 0, news: 2 },
    recognised: [],
    resultLinks: [],
  }
  expect(orderedHits(shownAnswer(answer)).map(({ id }) => id)).toEqual(['n1', 'n2', 'b1', 'm1'])
  const way: ResultHit = { ...hit({ id: 'r1' }), type: 'result', note: 'صدرت في ٢ من ٢٣' }
  const withWay = shownAnswer({ ...answer, resultLinks: [way] })
  expect(orderedHits(withWay).map(({ id }) => id)).toEqual(['r1', 'n1', 'n2', 'b1', 'm1'])
  expect([withWay.total, withWay.groups.result, withWay.groups.news]).toEqual([5, 1, 2])
  expect(renderToStaticMarkup(<HitDetails hit={way} />)).toBe('صدرت في ٢ من ٢٣')
})

it('tells each fact once, and none that the title says', () => {
  const exam = hit({
    title: 'أسئلة الفيزياء – السادس الإعدادي – الدور الأول ٢٠٢٣',
    subject: 'PHYSICS',
    stage: 'SIXTH_PREPARATORY',
    branch: 'SCIENTIFIC',
    year: 2023,
    round: 1,
  })
  expect(untoldFacts(exam)).toEqual(['علمي'])
  expect(untoldFacts({ ...exam, title: 'أسئلة مقترحة' }).join(' · ')).toBe(
    'الفيزياء · السادس الإعدادي · علمي · ٢٠٢٣ · الدور الأول',
  )
})

it("marks the teacher's name where it matched", () => {
  const markup = renderToStaticMarkup(
    <HitDetails hit={hit({ subject: 'MATH', teacher: 'سرمد الحيالي', teacherHighlights: [[0, 4]] })} />,
  )
  expect(markup).toContain('<mark>سرمد</mark>')
  expect(markup).toContain('الرياضيات\u00A0· ')
})

it.each([
  ['ال', false],
  ['وال', false],
  ['ف', false],
  ['الف', true],
  ['لل', false],
  ['مج2', true],
])('searches for %s: %s', (text, expected) => {
  expect(isSearchable(text)).toBe(expected)
})

it('leads where nothing was found to the page that takes what is asked for, never with an exam number', () => {
  const groups = { book: 0, malazima: 0, 'ministerial-exam': 0, news: 0 }
  const shownFor = (query: string) => {
    const answer = shownAnswer({ query, hits: [], total: 0, groups, recognised: [], resultLinks: [] })
    const unheard = () => undefined
    return renderToStaticMarkup(
      <SearchAnswerView
        query={query}
        typeLabels={{ result: '', book: '', malazima: '', 'ministerial-exam': '', news: '' }}
        typeIcons={{
          result: 'book',
          book: 'book',
          malazima: 'book',
          'ministerial-exam': 'book',
          news: 'book',
        }}
        state={{ name: 'answer', answer }}
        selected={-1}
        onFollow={unheard}
        onPages={unheard}
        onChangeQuery={unheard}
        onRetry={unheard}
      />,
    )
  }
  expect(shownFor('ظظظظ')).toContain(`href="${searchPath}?q=${encodeURIComponent('ظظظظ')}"`)
  expect(shownFor('ظظظظ')).toContain('اطلب ما لم تجد')
  expect(shownFor('20261234')).not.toContain('<a ')
})
