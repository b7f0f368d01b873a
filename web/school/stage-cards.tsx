import { ArrowLeft } from 'lucide-react'
import { formatNumber } from '#contract/format.ts'

interface StageCardsProps {
  cards: readonly {
    href: string
    title: string
    text: string
    /** How much it holds, in words. */
    count?: string
    /** `of`: what the label leaves out, where cards have chips that are called alike. */
    chips?: readonly { href: string; label: string; of?: string; count?: number }[]
  }[]
  headingLevel?: 2 | 3
}

/** The cards of a hub page: one for each stage, with its grades as shortcuts. */
export function StageCards({ cards, headingLevel = 2 }: StageCardsProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className="stage-cards">
      {cards.map(({ href, title, text, count, chips }, index) => (
        <li className="stage-card" key={href} data-tone={index + 1}>
          <Heading>
            <a href={href}>
              {title}
              <ArrowLeft aria-hidden="true" />
            </a>
          </Heading>
          <p>
            {text}
            {count && <span className="stage-count">{count}</span>}
          </p>
          {chips && (
            <ul className="chips">
              {chips.map(chip => (
                <li key={chip.href}>
                  <a className={chip.count === 0 ? 'chip is-empty' : 'chip'} href={chip.href}>
                    {chip.label}
                    {chip.of && <span className="visually-hidden">، {chip.of}</span>}
                    {chip.count !== undefined && <bdi className="chip-count">{formatNumber(chip.count)}</bdi>}
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
