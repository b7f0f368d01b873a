import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { formatDateTime } from '#contract/format.ts'
import type { AccountLink } from '#contract/resources/account.ts'
import { BrandIcon } from '#web/ui/brand-icon.tsx'
import { shareAddresses } from '#web/ui/share-addresses.ts'
import { Field } from '../fields/field.tsx'
import { Button } from '../parts/button.tsx'
import { notify } from '../parts/notices.tsx'
import { Banner } from '../parts/states.tsx'

interface LinkToHandOverProps {
  link: AccountLink
  name: string
  onDone: () => void
}

/** A link of somebody, shown this one time, with the ways to hand it over. */
export function LinkToHandOver({ link, name, onDone }: LinkToHandOverProps) {
  const input = useRef<HTMLInputElement>(null)
  const address = new URL(link.address, window.location.origin).href
  const until = formatDateTime(link.expiresAt)
  const sentence = `${name}: رابط الدخول إلى لوحة تحكم رافد. يعمل مرة واحدة حتى ${until}.`
  const ways = shareAddresses(address, sentence)
  const copy = async () => {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(address)
      notify('success', 'نُسخ الرابط.')
    } catch {
      // Without https browsers keep the clipboard to themselves; the address is marked by now.
      notify('success', 'الرابط محدد: انسخه من لوحة المفاتيح أو بالضغط المطول.')
    }
  }
  return (
    <div className="stack">
      <Banner tone="warning">
        سلّم الرابط إلى <bdi>{name}</bdi> وحده. يعمل مرة واحدة حتى {until}، ولن يظهر هنا مرة أخرى.
      </Banner>
      <Field name="link" label="الرابط">
        {control => (
          <input
            {...control}
            ref={input}
            className="input ltr"
            value={address}
            readOnly
            onFocus={event => event.target.select()}
          />
        )}
      </Field>
      <div className="row">
        <Button look="primary" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          نسخ الرابط
        </Button>
        <a className="button is-quiet" href={ways.telegram} rel="noopener noreferrer" target="_blank">
          <BrandIcon brand="telegram" />
          <span>تيليجرام</span>
        </a>
        <a className="button is-quiet" href={ways.whatsapp} rel="noopener noreferrer" target="_blank">
          <BrandIcon brand="whatsapp" />
          <span>واتساب</span>
        </a>
      </div>
      <footer className="dialog__footer">
        <Button onClick={onDone}>تم</Button>
      </footer>
    </div>
  )
}
