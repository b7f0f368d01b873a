import type { ReactNode } from 'react'

/** What stands on a page, line by line, for whoever does not see its picture; what is said of it comes before. */
export function PageText({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="visually-hidden page-text">
      {children}
      {text.split('\n').map((line, number) => (
        <p key={number}>{line}</p>
      ))}
    </div>
  )
}
