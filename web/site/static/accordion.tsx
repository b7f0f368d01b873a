import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export interface Question {
  question: string
  answer: ReactNode
}

interface AccordionProps {
  questions: readonly Question[]
  headingLevel?: 2 | 3
}

/** Questions that open and close without scripts. */
export function Accordion({ questions, headingLevel = 3 }: AccordionProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div className="accordion">
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            <Heading>{question}</Heading>
            <ChevronDown aria-hidden="true" />
          </summary>
          <div className="accordion-answer">{answer}</div>
        </details>
      ))}
    </div>
  )
}
