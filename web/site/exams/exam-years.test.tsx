import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { ExamPlace } from '#contract/resources/exam.ts'
import { ExamYears, isExamTable } from './exam-years.tsx'

const place = (releaseYear: number, round: number, more: Partial<ExamPlace> = {}): ExamPlace => ({
  id: `${releaseYear}-${round}`,
  title: 'أسئلة',
  subject: 'PHYSICS',
  releaseYear,
  try: round,
  pages: 4,
  count: 1,
  createdAt: '2020-01-01T00:00:00.000Z',
  ...more,
})

const show = (places: ExamPlace[], current?: ExamPlace) =>
  renderToStaticMarkup(
    <ExamYears grade="SIXTH_PREPARATORY" subject="PHYSICS" places={places} current={current} />,
  )

it('has a row for each year and a column for each round, hollow where there is no exam', () => {
  const html = show([place(2024, 1), place(2023, 2), place(2022, 1)], place(2023, 2))
  expect(html.match(/<tr>/g)).toHaveLength(4)
  expect(html.match(/غير متوفر/g)).toHaveLength(9)
  expect(html).toContain(
    `<a class="exam-cell" href="${paths.exam('2023-2')}" aria-current="page" aria-label="الفيزياء ٢٠٢٣، الدور الثاني، ٤ صفحات" data-place="exam:2023-2">`,
  )
  expect(html).not.toContain('غير محدد')
})

it('marks what is new, and leads to the list where a place holds several', () => {
  const fresh = { createdAt: new Date().toISOString() }
  const html = show([place(2026, 1, fresh), place(2023, 2, { count: 2 }), place(2022, 0)])
  expect(html).toContain('class="exam-cell is-new"')
  expect(html).toContain('الفيزياء ٢٠٢٦، الدور الأول، ٤ صفحات، جديد')
  expect(html).toContain('href="/ministerial/sixth-preparatory?subject=PHYSICS&amp;try=2&amp;year=2023"')
  expect(html).toContain('aria-label="الفيزياء ٢٠٢٣، الدور الثاني، امتحانان"')
  expect(html).toContain('غير محدد')
})

it('is rows where there are fewer than three years', () => {
  const few = [place(2024, 1), place(2024, 2), place(2023, 2)]
  const html = show(few)
  expect(html).not.toContain('<table')
  expect([isExamTable(few), isExamTable([...few, place(2022, 1)])]).toEqual([false, true])
  expect(html.match(/class="way-row"/g)).toHaveLength(3)
  expect(show([])).toBe('')
})

it('shows of a year and round with very many exams some, and the way to all of them', () => {
  const many = [place(2024, 1, { count: 44 }), place(2024, 1, { id: 'other', count: 44 }), place(2023, 2)]
  const html = show(many)
  expect(html.match(/class="way-row"/g)).toHaveLength(4)
  expect(html).toContain('href="/ministerial/sixth-preparatory?subject=PHYSICS&amp;try=1&amp;year=2024"')
  expect(html).toContain('٤٤ امتحاناً')
})
