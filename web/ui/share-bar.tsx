import { Link, Printer, Share2 } from 'lucide-react'
import { BrandIcon } from './brand-icon.tsx'
import { shareAddresses } from './share-addresses.ts'

/** Where the ways to share stand in the page of a record. */
export const shareId = 'share'

interface ShareBarProps {
  title: string
  /** The whole address of the page; empty while the site does not know its own. */
  address: string
}

/** Share by Telegram or WhatsApp (plain links) or copy the address. */
export function ShareBar({ title, address }: ShareBarProps) {
  const { telegram, whatsapp } = shareAddresses(address, title)
  return (
    <div className="share-bar" id={shareId} tabIndex={-1} data-behaviour="share">
      <span className="share-label">
        <Share2 aria-hidden="true" />
        شارك
      </span>
      {address && (
        <>
          <a className="chip" href={telegram} rel="noopener" target="_blank">
            <BrandIcon brand="telegram" />
            تيليجرام
          </a>
          <a className="chip" href={whatsapp} rel="noopener" target="_blank">
            <BrandIcon brand="whatsapp" />
            واتساب
          </a>
        </>
      )}
      <button className="chip" type="button" data-copy="">
        <Link aria-hidden="true" />
        نسخ الرابط
      </button>
      <button className="chip" type="button" data-print="">
        <Printer aria-hidden="true" />
        طباعة
      </button>
      <span className="share-status" role="status" />
    </div>
  )
}
