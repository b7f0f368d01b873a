import type { ReactNode } from 'react'

interface PageHeadingProps {
  title: string
  text?: string
  children?: ReactNode
}

/** The band at the top of a section's page; a list that is filtered in place renews it (web/islands/list-behaviour.ts). */
export function PageHeading({ title, text, children }: PageHeadingProps) {
  return (
    <div className="page-heading">
      <div className="wrap" data-region="heading">
        {children}
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
    </div>
  )
}
