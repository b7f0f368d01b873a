import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../parts/button.tsx'
import { Banner } from '../parts/states.tsx'

/** Of steps that end with recovery codes: told when these are shown, and when they are kept. */
export interface SecondFactorSteps {
  onCodes?: () => void
  onDone: () => void
}

/** The recovery codes, shown this one time, to be kept somewhere else than on the telephone. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const text = ['رموز استرداد رافد. كل رمز يعمل مرة واحدة.', ...codes, ''].join('\n')
  return (
    <div className="stack">
      <h2 className="panel__title" ref={title} tabIndex={-1}>
        رموز الاسترداد
      </h2>
      <Banner tone="warning">
        لن تظهر هذه الرموز مرة أخرى. احفظها في مكان آمن غير هاتفك: بكل رمز تدخل مرة واحدة إن فقدت الهاتف.
      </Banner>
      <ul className="second-factor__codes" aria-label="رموز الاسترداد" dir="ltr">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <a
          className="button is-quiet"
          download="rafid-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Download aria-hidden />
          <span>تنزيل الرموز</span>
        </a>
        <Button look="primary" onClick={onDone}>
          حفظتها
        </Button>
      </div>
    </div>
  )
}
