import { between } from '#contract/between.ts'
import type { ReactNode } from 'react'
import type { Kind } from '#contract/kinds.ts'
import type { Comparable } from '#web/school/own-grade.ts'

interface RecordRowProps {
  kind: Kind
  id: string
  href: string
  /** What tells the record from its neighbours; what the title of the list or of its section says stays away. */
  heading: ReactNode
  /** What the heading leaves out, read to those who hear the link alone. */
  name?: string
  cover: ReactNode
  isNew?: boolean
  /** What differs: the part, the teacher, the grade where no title says it. */
  detail?: ReactNode
  /** Pages, dates. */
  facts?: readonly ReactNode[]
  headingLevel?: 2 | 3
  /** Two lines of text need less height. */
  isLow?: boolean
  /** Lets a kept grade choose the first of rows that answer alike (`web/islands/own-rows.ts`). */
  comparable?: Comparable & { place: number }
  /** What can be done with the record from here: `<RecordActions>`. */
  children?: ReactNode
}

/** One record of a list. Units: 88 px high on phones, 72 px on wide screens; the whole row is its link. Source: P4.9. */
export function RecordRow(props: RecordRowProps) {
  const {
    kind,
    id,
    href,
    heading,
    name,
    cover,
    isNew,
    detail,
    facts = [],
    headingLevel = 3,
    isLow = false,
    comparable,
    children,
  } = props
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const told = facts.filter(Boolean)
  return (
    <li
      className={isLow ? 'record-row is-low' : 'record-row'}
      data-kind={kind}
      data-id={id}
      data-grade={comparable?.stage ?? undefined}
      data-branch={comparable?.branch ?? undefined}
      data-match={comparable?.match ?? undefined}
      data-place-found={comparable?.place}
    >
      {cover}
      <div className="record-text">
        <Heading>
          <a className="card-link" href={href}>
            {heading}
            {name && <span className="visually-hidden">، {name}</span>}
          </a>
          {isNew && <span className="new-mark">جديد</span>}
        </Heading>
        {detail && <p className="record-detail">{detail}</p>}
        {told.length > 0 && (
          <p className="record-facts">
            {told.map((fact, index) => (
              <span key={index}>
                {fact}
                {index < told.length - 1 && <span className="fact-end">{between}</span>}
              </span>
            ))}
          </p>
        )}
      </div>
      {children}
    </li>
  )
}

interface RecordSectionProps {
  /** Names the section in its page. */
  id: string
  title: string
  /** How many records the whole section has, written. */
  count?: string | undefined
  children: ReactNode
}

/** Rows under a title of their own. */
export function RecordSection({ id, title, count, children }: RecordSectionProps) {
  return (
    <section className="record-section" aria-labelledby={id}>
      <h2 className="group-title" id={id}>
        <span>{title}</span>
        {count && <span className="group-count">{count}</span>}
      </h2>
      <ul className="record-rows">{children}</ul>
    </section>
  )
}
