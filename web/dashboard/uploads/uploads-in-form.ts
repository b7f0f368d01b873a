import { createContext, useContext, useEffect, useRef, useState } from 'react'
import type { FileFacts, FileKind } from '#contract/resources/file.ts'
import type { PicturePlace } from './picture-place.ts'
import type { SentFile } from './sent-file.ts'

/** A file of a field that is on its way, waits for its turn, or has arrived where no field took it. */
export interface FileOnWay {
  /** The name of the field. */
  field: string
  file: File
  kind: FileKind
  /** Absent while it waits for its turn. */
  sent?: SentFile | undefined
  /** What it is once it has arrived: nothing of it is sent again. */
  facts?: FileFacts | undefined
  /** Its place, in a field of several pictures. */
  place?: PicturePlace | undefined
}

export interface UploadsInForm {
  isBusy: boolean
  /** Something runs that can go on nowhere else than in this form. */
  isBound: boolean
  /** The files that go on when the form is left. */
  onWay: readonly FileOnWay[]
  /** The same at this moment, whatever was rendered. */
  onWayNow: () => readonly FileOnWay[]
  /** Counts a running upload, which goes on elsewhere where it says what it is; the answer ends it. */
  begin: (file?: FileOnWay) => () => void
  /** Takes the files of a field that were on their way when the form was left. */
  claim: (field: string) => readonly FileOnWay[]
  /** What stands against saving: by the name of its field the sentence that says what to decide first. */
  undecided: ReadonlyMap<string, string>
  /** Holds the save of the form back for a field; the answer lets it go. */
  holdBack: (name: string, sentence: string) => () => void
}

/** The uploads inside one form; it cannot be saved before they end and are decided on. */
export function useUploadsInForm(): Omit<UploadsInForm, 'claim'> {
  const running = useRef(new Map<object, FileOnWay | undefined>())
  const [shown, setShown] = useState<readonly (FileOnWay | undefined)[]>([])
  const show = useRef(() => setShown([...running.current.values()]))
  const begin = useRef((file?: FileOnWay) => {
    const key = {}
    running.current.set(key, file)
    show.current()
    return () => {
      if (running.current.delete(key)) show.current()
    }
  })
  const [undecided, setUndecided] = useState<ReadonlyMap<string, string>>(new Map())
  const holdBack = useRef((name: string, sentence: string) => {
    setUndecided(current => new Map(current).set(name, sentence))
    return () => setUndecided(current => new Map([...current].filter(([other]) => other !== name)))
  })
  const filesIn = (files: Iterable<FileOnWay | undefined>) => [...files].filter(file => file !== undefined)
  return {
    isBusy: shown.length > 0,
    isBound: shown.includes(undefined),
    onWay: filesIn(shown),
    onWayNow: () => filesIn(running.current.values()),
    begin: begin.current,
    undecided,
    holdBack: holdBack.current,
  }
}

export const UploadsContext = createContext<UploadsInForm | undefined>(undefined)

/** The form around an upload field. Errors: throws outside of a staff form. */
export function useUploadsContext(): UploadsInForm {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('An upload field needs a staff form around it')
  return uploads
}

/** Once a field is on the screen: takes what was on its way to it when its form was left. */
export function useClaim(field: string | undefined, take: (files: readonly FileOnWay[]) => void): void {
  const { claim } = useUploadsContext()
  useEffect(() => {
    if (field === undefined) return
    // A tick later, so that a screen that is taken down at once takes nothing.
    const opening = setTimeout(() => {
      const files = claim(field)
      if (files.length > 0) take(files)
    })
    return () => clearTimeout(opening)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was left is taken once
  }, [])
}
