import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '../parts/log-failure.ts'
import { holdDraft, type DraftHold } from '../standard/draft-hold.ts'

const againMs = 2000

/** An import that is open in this tab: whether it is worked on here, and the way to take it over from another tab. */
export interface ImportHold {
  isMine: boolean
  take(): Promise<void>
}

/**
 * Holds an import for this tab, so that one person does not work on it in two tabs without knowing. A tab that comes
 * second is told, takes it over when asked, and gets it by itself when the other one is closed.
 */
export function useImportHold(id: string): ImportHold {
  const [state, setState] = useState({ id: '', isMine: true })
  const held = useRef<{ id: string; hold: DraftHold } | undefined>(undefined)
  const asked = useRef('')

  const hold = useCallback(async (ingestId: string, take: boolean) => {
    const name = `ingest/${ingestId}`
    const lost = () => {
      if (held.current?.id === ingestId) held.current = undefined
      if (asked.current === ingestId) setState({ id: ingestId, isMine: false })
    }
    try {
      const own = await holdDraft(name, { take, onLost: lost })
      if (asked.current !== ingestId) return own?.release()
      if (own) held.current = { id: ingestId, hold: own }
      setState({ id: ingestId, isMine: own !== undefined })
    } catch (error) {
      /* Where tabs cannot tell each other, the versions of rows still keep them from overwriting. */
      logFailure('The import could not be held', error)
    }
  }, [])

  useEffect(() => {
    asked.current = id
    if (id === '') return undefined
    const timer = setInterval(() => {
      if (held.current?.id !== id) void hold(id, false)
    }, againMs)
    void hold(id, false)
    return () => {
      clearInterval(timer)
      asked.current = ''
      held.current?.hold.release()
      held.current = undefined
    }
  }, [id, hold])

  return {
    isMine: state.isMine || state.id !== id,
    take: () => hold(id, true),
  }
}
