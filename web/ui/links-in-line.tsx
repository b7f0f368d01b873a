import { Fragment } from 'react'

export interface LinkInLine {
  href: string
  text: string
  /** What it is called where the sentence around it is not heard. */
  label: string
}

/** Links as parts of a sentence, with a comma behind each but the last: the comma stays on the line of its link. */
export function LinksInLine({ links, rest = '' }: { links: readonly LinkInLine[]; rest?: string }) {
  return (
    <>
      {links.map(({ href, text, label }, index) => (
        <Fragment key={href}>
          {index > 0 && ' '}
          <span className="in-line-link">
            <a href={href} aria-label={label}>
              {text}
            </a>
            {(index < links.length - 1 || rest) && '،'}
          </span>
        </Fragment>
      ))}
      {rest && ` ${rest}`}
    </>
  )
}
