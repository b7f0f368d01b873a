import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { QuestionPlace } from '#contract/resources/question.ts'
import { QuestionPlaces } from './question-places.tsx'

const places = (count: number): QuestionPlace[] =>
  Array.from({ length: count }, (_, index) => ({
    examId: `exam-${index}`,
    year: 2025 - index,
    round: 1,
    label: 'س١',
    page: 1,
    text: 'عرّف ما يأتي',
  }))

const drawn = (count: number, times = count) =>
  renderToStaticMarkup(<QuestionPlaces places={places(count)} times={times} />)

describe('the places of a question', () => {
  it('have their commas on the line of the link before', () => {
    const markup = drawn(3)
    expect(markup.match(/<span class="in-line-link"><a [^>]*>[^<]*<\/a>،<\/span>/g)).toHaveLength(2)
    expect(drawn(3, 8)).toContain('،</span> و٥ امتحانات غيرها')
  })

  it('are a dozen at once, and the others after a press that needs no script', () => {
    expect(drawn(12)).not.toContain('<details')
    const [shown, folded] = drawn(15, 20).split('<details')
    expect(shown?.match(/<a /g)).toHaveLength(12)
    expect(folded?.match(/<a /g)).toHaveLength(3)
    expect(folded).toContain('>و٨ امتحانات غيرها <svg')
    expect(folded).toContain('،</span> و٥ امتحانات غيرها')
  })
})
