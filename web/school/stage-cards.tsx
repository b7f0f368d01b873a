import { ArrowLeft } from 'lucide-react'

interface StageCardsProps {
  cards: readonly {
    href: string
    title: string
    text: string
    chips?: readonly { href: string; label: string }[]
  }[]
  headingLevel?: 2 | 3
}

/** The cards of a hub page: one for each stage, with its grades as shortcuts. */
export function StageCards({ cards, headingLevel = 2 }: StageCardsProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className="stage-cards">
      {cards.map(({ href, title, text, chips }, index) => (
        <li className="stage-card" key={href} data-tone={index + 1}>
          <Heading>
            <a href={href}>
              {title}
              <ArrowLeft aria-hidden="true" />
            </a>
          </Heading>
          <p>{text}</p>
          {chips && (
            <ul className="chips">
              {chips.map(chip => (
                <li key={chip.href}>
                  <a className="chip" href={chip.href}>
                    {chip.label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
