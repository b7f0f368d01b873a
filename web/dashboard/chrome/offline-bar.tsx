import { WifiOff } from 'lucide-react'
import { useIsOnline } from './use-is-online.ts'

/** Says that the line is cut, and that nothing typed is lost, as long as it is. */
export function OfflineBar() {
  const isOnline = useIsOnline()
  if (isOnline) return null
  return (
    <p className="offline-bar" role="status">
      <WifiOff aria-hidden />
      انقطع الاتصال بالإنترنت. ما تكتبه محفوظ في هذا الجهاز.
    </p>
  )
}
