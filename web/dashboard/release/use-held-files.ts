import { useEffect, useRef, useState } from 'react'

interface HeldFiles {
  /** What the head of the room asks for, as one text. */
  wanted: string
  /** Whether what is wanted is what the room shows. */
  isThere: boolean
  take: (files: File[]) => void
  /** Gets files that were dropped for what is not wanted any more. */
  refuse: (files: File[]) => void
}

/** Holds dropped files until what they were dropped for is there. Shape: how many are held. */
export function useHeldFiles({ wanted, isThere, take, refuse }: HeldFiles) {
  const [held, setHeld] = useState<{ wanted: string; files: File[] }>()
  const latest = useRef({ take, refuse })
  latest.current = { take, refuse }
  useEffect(() => {
    if (!held || (held.wanted === wanted && !isThere)) return
    setHeld(undefined)
    if (held.wanted === wanted) latest.current.take(held.files)
    else latest.current.refuse(held.files)
  }, [held, wanted, isThere])
  return {
    held: held?.files.length ?? 0,
    drop(files: readonly File[]) {
      if (isThere) take([...files])
      else setHeld(now => ({ wanted, files: [...(now?.files ?? []), ...files] }))
    },
  }
}
