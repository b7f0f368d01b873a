import { ArrowLeft } from 'lucide-react'

interface StageCardsProps {
  cards: readonly { href: string; title: string; text: string; chips?: readonly { href: string; label: string }[] }[]
}

/** The cards of a hub page: one for each stage, with its grades as shortcuts. */
export function StageCards({ cards }: StageCardsProps) {
  return (
    <ul className="stage-cards">
      {cards.map(({ href, title, text, chips }, index) => (
        <li className="stage-card" key={href} data-tone={index + 1}>
          <h2>
            <a href={href}>
              {title}
              <ArrowLeft aria-hidden="true" />
            </a>
          </h2>
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
