import { FileX } from 'lucide-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dashboardPaths } from '#contract/paths.ts'
import { isApiError } from '#web/api-client.ts'
import { usePageTitle } from '../parts/page-title.tsx'
import { QueryError, Skeleton } from '../parts/states.tsx'

interface EditScreenProps<Item> {
  title: string
  query: UseQueryResult<Item>
  listAddress: string
  /** 'لم يتم العثور على الخبر' */
  missing: string
  /** 'حدث خطأ أثناء جلب بيانات الخبر' */
  failure: string
  children: (record: Item) => ReactNode
}

/** What surrounds an edit form: loading, missing and failed looks. Source: S4.7. */
export function EditScreen<Item>({
  title,
  query,
  listAddress,
  missing,
  failure,
  children,
}: EditScreenProps<Item>) {
  usePageTitle(title)
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <FormSkeleton title={title} />
  if (isApiError(query.error) && query.error.status === 404) {
    return (
      <div className="state state--page">
        <FileX className="state__icon" aria-hidden />
        <h1 className="state__title">{missing}</h1>
        <p className="state__hint">ربما حُذف هذا السجل. يمكن استعادة المحذوف من سلة المحذوفات.</p>
        <div className="row">
          <Link className="button" to={listAddress}>
            العودة إلى القائمة
          </Link>
          <Link className="button is-quiet" to={dashboardPaths.trash}>
            سلة المحذوفات
          </Link>
        </div>
      </div>
    )
  }
  return <QueryError title={failure} query={query} />
}

function FormSkeleton({ title }: { title: string }) {
  return (
    <section className="screen screen--form" role="status">
      <header className="screen__header">
        <h1>{title}</h1>
      </header>
      <p className="visually-hidden">جاري تحميل البيانات...</p>
      <div className="card form-section">
        <div className="form-grid">
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="field">
              <Skeleton width="6rem" />
              <Skeleton height="2.75rem" />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
