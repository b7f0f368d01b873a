import type { ReactNode } from 'react'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import type { Crumb } from '../page-module.ts'

interface RecordTopProps {
  /** The cover, beside which the rest stands. */
  children: ReactNode
  crumbs: readonly Crumb[]
  heading: ReactNode
  /** What tells the record from its like, a line each. */
  lines: readonly ReactNode[]
}

/** The head of a record: its cover, and beside it the way there, its name and its facts. Source: P5.1. */
export function RecordTop({ children, crumbs, heading, lines }: RecordTopProps) {
  return (
    <>
      {children}
      <header className="record-top">
        <Breadcrumb crumbs={crumbs} />
        <h1>{heading}</h1>
        {lines.map((line, index) => (
          <p key={index}>{line}</p>
        ))}
      </header>
    </>
  )
}
