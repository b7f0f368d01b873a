import { formatNumber } from '#contract/format.ts'
import { drawnOnce } from '../chrome/drawn-rows.tsx'

/** One choice of a filter. */
export interface FacetChoice {
  /** The code in the address; with the filter's name it names the link. */
  value: string
  label: string
  /** Where the choice leads; once it is made, to the list without it. */
  href: string
  isOn: boolean
  /** How many records it leaves; absent where nothing is counted. */
  count?: number
}

/** A filter with its choices. */
export interface Facet {
  name: string
  title: string
  choices: readonly FacetChoice[]
  /** A single choice that is on or off. */
  isSwitch?: boolean
  /** Lists of the same kind beside this one: other pages, not filters of it. */
  beside?: readonly { label: string; href: string; isOn: boolean }[]
}

/** So many choices share a line of the sheet evenly. */
const mostInLine = 3

function shapeOf(choices: number, isSwitch = false): string {
  if (isSwitch) return 'facet-choices is-switch'
  return choices <= mostInLine ? 'facet-choices is-even' : 'facet-choices'
}

function DrawFacetPanel({ facets }: { facets: readonly Facet[] }) {
  return facets.map(({ name, title, choices, beside, isSwitch }) => (
    <section className="facet" key={name} aria-labelledby={`facet-${name}`}>
      <h2 id={`facet-${name}`}>{title}</h2>
      {beside && (
        <ul className="facet-beside">
          {beside.map(({ label, href, isOn }) => (
            <li key={href}>
              <a href={href} aria-current={isOn ? 'true' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ul className={shapeOf(choices.length, isSwitch)}>
        {choices.map(choice => (
          <li key={choice.value}>
            <Choice name={name} choice={choice} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** The filters as links with counts; a choice that leaves nothing leads nowhere. Source: P4.2. */
export const FacetPanel = drawnOnce(DrawFacetPanel)

function Choice({ name, choice }: { name: string; choice: FacetChoice }) {
  const { value, label, href, isOn, count } = choice
  const number = count !== undefined && <span className="facet-count">{formatNumber(count)}</span>
  if (count === 0 && !isOn) {
    return (
      <span className="facet-choice is-empty" role="link" aria-disabled="true">
        <span>{label}</span>
        {number}
      </span>
    )
  }
  return (
    <a
      className="facet-choice"
      id={`facet-${name}-${value}`}
      href={href}
      data-swap="replace"
      rel="nofollow"
      aria-current={isOn ? 'true' : undefined}
    >
      <span>{label}</span>
      {number}
    </a>
  )
}
