import { createContext, useContext, useRef, useState } from 'react'

export interface UploadsInForm {
  isBusy: boolean
  /** Counts a running upload; the answer ends it. */
  begin: () => () => void
}

/** The uploads that run inside one form; it cannot be saved before they end. */
export function useUploadsInForm(): UploadsInForm {
  const [count, setCount] = useState(0)
  const begin = useRef(() => {
    let isOver = false
    setCount(current => current + 1)
    return () => {
      if (isOver) return
      isOver = true
      setCount(current => current - 1)
    }
  })
  return { isBusy: count > 0, begin: begin.current }
}

export const UploadsContext = createContext<UploadsInForm | undefined>(undefined)

/** The form around an upload field. Errors: throws outside of a staff form. */
export function useUploadsContext(): UploadsInForm {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('An upload field needs a staff form around it')
  return uploads
}
