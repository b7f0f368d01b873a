import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, Inbox, LoaderCircle, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '#web/api-client.ts'
import { Button } from './button.tsx'

/** The full-page spinner of a screen whose session is being checked. */
export function FullPageSpinner() {
  return (
    <div className="full-page-spinner" role="status">
      <LoaderCircle className="spin" aria-hidden />
      <span className="visually-hidden">جاري التحميل...</span>
    </div>
  )
}

/** The look of a part that has nothing to show. */
export function EmptyState({ children, hint }: { children: ReactNode; hint?: ReactNode }) {
  return (
    <div className="state">
      <Inbox className="state__icon" aria-hidden />
      <p className="state__title">{children}</p>
      {hint ? <p className="state__hint">{hint}</p> : null}
    </div>
  )
}

/** The look of a query that failed: what failed, why, and a way to try again. */
export function QueryError({ title, query }: { title: string; query: UseQueryResult<unknown> }) {
  return (
    <div className="state state--error" role="alert">
      <CircleAlert className="state__icon" aria-hidden />
      <p className="state__title">{title}</p>
      <p className="state__hint">{messageOf(query.error)}</p>
      <Button
        icon={<RefreshCw aria-hidden />}
        busyLabel={query.isFetching && 'جاري التحميل...'}
        onClick={() => void query.refetch()}
      >
        إعادة المحاولة
      </Button>
    </div>
  )
}

interface BannerProps {
  tone: 'error' | 'info' | 'success' | 'warning'
  children: ReactNode
  actions?: ReactNode
}

/** A message across the top of a screen or form. */
export function Banner({ tone, children, actions }: BannerProps) {
  return (
    <div
      className={`banner is-${tone === 'error' ? 'failed' : tone}${actions ? ' has-actions' : ''}`}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <div className="banner__text">{children}</div>
      {actions ? <div className="banner__actions">{actions}</div> : null}
    </div>
  )
}

/** Grey bars in the size of the text that will come. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className="skeleton-bar" style={{ inlineSize: width, blockSize: height }} aria-hidden />
}
