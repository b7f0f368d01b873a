import { ArrowRight, CircleAlert, Compass, House, RotateCw, Search } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { Failure } from './page-module.ts'

interface FailureScreenProps extends Failure {
  isRetryable: boolean
  /** The address that failed, whole: what was searched or filtered is not asked for again. */
  retryHref: string
}

/** A page that cannot be shown: what happened, and the ways on. */
export function FailureScreen({
  title,
  text,
  backHref,
  backLabel,
  isRetryable,
  retryHref,
}: FailureScreenProps) {
  const Icon = isRetryable ? CircleAlert : Compass
  return (
    <section className="failure wrap">
      <span className="failure-mark">
        <Icon aria-hidden="true" />
      </span>
      <p className="eyebrow">خطأ</p>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="failure-actions">
        {isRetryable && (
          <a className="button" href={retryHref}>
            <RotateCw aria-hidden="true" />
            إعادة المحاولة
          </a>
        )}
        <a className={isRetryable ? 'button is-quiet' : 'button'} href={backHref}>
          {backHref === paths.home && <House aria-hidden="true" />}
          {backLabel}
        </a>
        {!isRetryable && (
          <a className="button is-quiet" href={paths.search} data-search="">
            <Search aria-hidden="true" />
            ابحث في رافد
          </a>
        )}
        <button className="button is-quiet needs-script" type="button" data-back="">
          <ArrowRight aria-hidden="true" />
          العودة إلى الصفحة السابقة
        </button>
      </div>
    </section>
  )
}
