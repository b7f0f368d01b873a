import type { ReactNode } from 'react'
import { FailedNotice } from './notice.tsx'

interface ListAreaProps {
  /** The filter form, a real GET form. */
  form?: ReactNode
  /** How much was found, announced when it changes. */
  status: string
  label: string
  /** What stands in the place of the results while they load. */
  waiting: ReactNode
  failedText: string
  children: ReactNode
}

/**
 * A list whose filters, pages and folders work as plain links and forms, and without a reload where scripts run
 * (web/islands/list-behaviour.ts).
 */
export function ListArea({ form, status, label, waiting, failedText, children }: ListAreaProps) {
  return (
    <div className="list-area" data-behaviour="list">
      {form}
      <p className="list-status" role="status" data-region="status">
        {status}
      </p>
      <section data-region="results" data-results="" tabIndex={-1} aria-label={label}>
        {children}
      </section>
      <template data-waiting="">{waiting}</template>
      <template data-failed="">
        <FailedNotice title="حدث خطأ" text={failedText} />
      </template>
      <template data-offline="">
        <FailedNotice title="لا يوجد اتصال بالإنترنت" text="سنعيد المحاولة وحدنا حالما يعود الاتصال." />
      </template>
    </div>
  )
}
