import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export interface Question {
  question: string
  answer: ReactNode
}

/** Questions that open and close without scripts. */
export function Accordion({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="accordion">
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            <h3>{question}</h3>
            <ChevronDown aria-hidden="true" />
          </summary>
          <div className="accordion-answer">{answer}</div>
        </details>
      ))}
    </div>
  )
}
