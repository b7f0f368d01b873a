import { createContext, useContext, useRef, useState } from 'react'

export interface UploadsInForm {
  isBusy: boolean
  /** Counts a running upload; the answer ends it. */
  begin: () => () => void
  /** What stands against saving: by the name of its field the sentence that says what to decide first. */
  undecided: ReadonlyMap<string, string>
  /** Holds the save of the form back for a field; the answer lets it go. */
  holdBack: (name: string, sentence: string) => () => void
}

/** The uploads inside one form; it cannot be saved before they end and are decided on. */
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
  const [undecided, setUndecided] = useState<ReadonlyMap<string, string>>(new Map())
  const holdBack = useRef((name: string, sentence: string) => {
    setUndecided(current => new Map(current).set(name, sentence))
    return () => setUndecided(current => new Map([...current].filter(([other]) => other !== name)))
  })
  return { isBusy: count > 0, begin: begin.current, undecided, holdBack: holdBack.current }
}

export const UploadsContext = createContext<UploadsInForm | undefined>(undefined)

/** The form around an upload field. Errors: throws outside of a staff form. */
export function useUploadsContext(): UploadsInForm {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('An upload field needs a staff form around it')
  return uploads
}
