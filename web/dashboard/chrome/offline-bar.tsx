import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the line is cut, and that nothing typed is lost, as long as it is. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <p className="offline-bar" role="status">
      <WifiOff aria-hidden />
      انقطع الاتصال بالإنترنت. ما تكتبه محفوظ في هذا الجهاز.
    </p>
  )
}
