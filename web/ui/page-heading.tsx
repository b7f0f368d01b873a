import type { ReactNode } from 'react'

interface PageHeadingProps {
  title: string
  text?: string
  children?: ReactNode
}

/** The band at the top of a section's page. */
export function PageHeading({ title, text, children }: PageHeadingProps) {
  return (
    <div className="page-heading">
      <div className="wrap">
        {children}
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
    </div>
  )
}
