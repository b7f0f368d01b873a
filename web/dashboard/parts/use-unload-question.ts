import { useEffect, useRef } from 'react'

/** Lets the browser ask before the window is closed or loaded anew, as long as `isNeeded` says so then. */
export function useUnloadQuestion(isAsked: boolean, isNeeded: () => boolean = () => true): void {
  const latest = useRef(isNeeded)
  useEffect(() => {
    latest.current = isNeeded
  })
  useEffect(() => {
    if (!isAsked) return
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isAsked])
}
