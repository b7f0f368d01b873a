import { CircleAlert, RotateCw, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

interface NoticeProps {
  title: string
  text: string
  children?: ReactNode
}

/** What a list shows when the whole set has nothing that matches. */
export function EmptyNotice({ title, text, children }: NoticeProps) {
  return (
    <div className="notice">
      <SearchX aria-hidden="true" />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** What a list shows when it could not be loaded: never the same as empty. */
export function FailedNotice({ title, text }: NoticeProps) {
  return (
    <div className="notice is-failed" role="alert">
      <CircleAlert aria-hidden="true" />
      <h2>{title}</h2>
      <p>{text}</p>
      <button className="button" type="button" data-retry="">
        <RotateCw aria-hidden="true" />
        إعادة المحاولة
      </button>
    </div>
  )
}
