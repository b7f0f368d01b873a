import { createContext, useContext } from 'react'

interface Proposed {
  /** The fields that hold what was proposed for them, and nothing that somebody typed. */
  names: readonly string[]
  takeBack: (names: readonly string[]) => void
}

/** What a form's file has proposed for its other fields. */
export const ProposedContext = createContext<Proposed>({ names: [], takeBack: () => undefined })

/** Takes the proposal of a field back; undefined where it holds none. */
export function useTakeBack(name: string): (() => void) | undefined {
  const { names, takeBack } = useContext(ProposedContext)
  return names.includes(name) ? () => takeBack([name]) : undefined
}
