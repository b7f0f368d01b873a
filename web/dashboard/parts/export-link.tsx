import { Download } from 'lucide-react'

/** The button that downloads a list as CSV. */
export function ExportLink({ address }: { address: string }) {
  return (
    <a className="button is-quiet" href={address} download>
      <Download aria-hidden />
      <span>تصدير CSV</span>
    </a>
  )
}
