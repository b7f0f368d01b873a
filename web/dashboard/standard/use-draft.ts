import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { logFailure } from '../parts/log-failure.ts'
import type { FileOnWay } from '../uploads/uploads-in-form.ts'
import {
  draftOfTab,
  dropDraft,
  findDraft,
  keepDraft,
  listDrafts,
  newDraftName,
  noteDraftOfTab,
  onDraftsChange,
  randomWord,
} from './draft.ts'
import type { FileMark, KeptOnServer } from './draft.ts'
import { isSameValue } from './field-text.ts'
import { holdDraft } from './draft-hold.ts'
import type { DraftHold } from './draft-hold.ts'
import { markOf, marksWithout } from './form-sending.ts'
import type { FormSending } from './form-sending.ts'

const draftDelayMs = 400

/**
 * Where the draft of a form stands: `mine` in this tab, `taken` by another tab, or `ended` there: saved or thrown
 * away.
 */
export type DraftState = 'mine' | 'taken' | 'ended'

interface DraftOptions<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** Whose drafts these are: `books/new`, `books/<id>`. */
  formName: string
  initial: Values
  /** The version of the record that was opened; absent for a new one. */
  version: number | undefined
  titleOf: (values: Values) => string
  /** The files that are on their way into it. */
  onWay: () => readonly FileOnWay[]
  sending: Pick<FormSending, 'has' | 'open' | 'lostOf' | 'settled'>
  /** The form is left with files on their way: whoever goes on with them takes the draft over, or nobody. */
  onLeave: (draftName: string) => boolean
}

/** The draft of one form: held by this tab alone, kept while typing, left free for later. Source: S5.1. */
export function useDraft<Values extends FieldValues, Output>(options: DraftOptions<Values, Output>) {
  const { form, formName, initial } = options
  const location = useLocation()
  const [name, setName] = useState(() => newDraftName(formName))
  const [state, setState] = useState<DraftState>('mine')
  const [restoredAt, setRestoredAt] = useState<string | undefined>()
  const [isKept, setIsKept] = useState(true)
  const [hasTyped, setHasTyped] = useState(false)
  /** Files that were on their way when the draft was kept, and that nobody sends any more. */
  const [lost, setLost] = useState<readonly FileMark[]>([])
  const latestLost = useRef(lost)
  /** The record as the server has it, as far as this form knows. */
  const stored = useRef(initial)
  /** The draft that is open, and the record at the version that its typing began from. */
  const at = useRef({
    name,
    hold: undefined as DraftHold | undefined,
    version: options.version,
    base: initial,
    key: randomWord(),
    server: undefined as KeptOnServer | undefined,
  })
  const isOver = useRef(false)
  const isGone = useRef(false)
  const isMine = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const isStored = (values: Values) => isSameValue(values, stored.current)

  const change = (next: DraftState) => {
    isMine.current = next === 'mine'
    setState(next)
  }

  const changeLost = (next: readonly FileMark[]) => {
    latestLost.current = next
    setLost(next)
  }

  const keepNow = (values = form.getValues()) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (isOver.current || !isMine.current) return
    const { version, base, key, server } = at.current
    const sending = [...latestLost.current, ...options.onWay().map(markOf)]
    if (isStored(values) && sending.length === 0) dropDraft(at.current.name)
    else {
      const title = options.titleOf(values)
      setIsKept(keepDraft(at.current.name, { values, version, base, key, server, title, sending }))
      noteDraftOfTab(at.current.name)
    }
  }

  const flush = () => {
    if (timer.current !== undefined) keepNow()
  }

  /** Makes a draft of this tab the one that the form shows. */
  const settleOn = (draftName: string, hold: DraftHold | undefined) => {
    if (at.current.hold !== hold) at.current.hold?.release()
    const { version } = options
    at.current = { name: draftName, hold, version, base: initial, key: randomWord(), server: undefined }
    stored.current = initial
    setName(draftName)
    changeLost([])
    setIsKept(true)
    change('mine')
  }

  const hold = (draftName: string, take = false) =>
    holdDraft(draftName, {
      // What this window itself holds for files on their way goes on here.
      take: take || options.sending.has(draftName),
      onLost: () => {
        if (at.current.name !== draftName || isOver.current || isGone.current) return
        clearTimeout(timer.current)
        timer.current = undefined
        change('taken')
      },
    }).catch((error: unknown) => {
      logFailure('The draft could not be held', error)
      return undefined
    })

  const show = (draftName: string, held: DraftHold): boolean => {
    const draft = isGone.current ? undefined : findDraft<Values>(draftName)
    if (!draft) return false
    settleOn(draftName, held)
    noteDraftOfTab(draftName)
    const { version = options.version, base = initial, key = at.current.key, server, sending = [] } = draft
    changeLost(options.sending.lostOf(draftName, sending))
    Object.assign(at.current, { version, base, key, server })
    form.reset({ ...initial, ...draft.values }, { keepDefaultValues: true })
    const hasMore = !isStored(form.getValues())
    setRestoredAt(hasMore ? draft.savedAt : undefined)
    setHasTyped(hasMore)
    return true
  }

  /** What the tray still keeps of it on the server is noted when it is known. */
  const openSending = (draftName: string) =>
    options.sending.open(draftName, server => {
      if (at.current.name !== draftName) return
      at.current.server = server
      if (findDraft(draftName)) keepNow()
    })

  /** Opens a draft in this tab; the one that was open stays kept. */
  const open = async (draftName: string, take = false): Promise<boolean> => {
    flush()
    await openSending(draftName)
    const held = await hold(draftName, take)
    if (!held) return false
    if (show(draftName, held)) return true
    held.release()
    if (draftName === at.current.name) change('ended')
    return false
  }

  const holdNew = async (draftName: string) => {
    const held = await hold(draftName)
    if (at.current.name === draftName && !isGone.current) at.current.hold = held
    else held?.release()
  }

  const startNew = () => {
    flush()
    const draftName = newDraftName(formName)
    settleOn(draftName, undefined)
    form.reset(initial)
    setRestoredAt(undefined)
    setHasTyped(false)
    void holdNew(draftName)
  }

  const openFirst = async () => {
    const asked = (location.state as { draft?: string } | null)?.draft
    /* A draft of a new record whose files go on from here is opened when it is asked for: this form may be for another one. */
    const names = listDrafts(formName).flatMap(draft =>
      draft.name === asked || options.version !== undefined || !options.sending.has(draft.name)
        ? [draft.name]
        : [],
    )
    const before = [asked, draftOfTab()].flatMap(one => (one && names.includes(one) ? [one] : []))
    for (const draftName of new Set([...before, ...names])) {
      const isUntouched = () => !isOver.current && isStored(form.getValues())
      await openSending(draftName)
      const held = await hold(draftName)
      if (!held) continue
      if (isUntouched() && show(draftName, held)) return
      held.release()
    }
    await holdNew(at.current.name)
  }

  useEffect(() => {
    isGone.current = false
    // A tick later, so that a screen that is taken down at once holds nothing.
    const opening = setTimeout(() => void openFirst())
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        setHasTyped(!isStored(values))
        clearTimeout(timer.current)
        timer.current = setTimeout(() => keepNow(), draftDelayMs)
      },
    })
    const flushWhenHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    addEventListener('pagehide', flush)
    addEventListener('blur', flush)
    document.addEventListener('visibilitychange', flushWhenHidden)
    const stopListening = onDraftsChange(() => {
      if (!isMine.current && !findDraft(at.current.name)) change('ended')
    })
    return () => {
      clearTimeout(opening)
      if (options.onWay().length > 0) keepNow()
      else flush()
      isGone.current = true
      unsubscribe()
      stopListening()
      removeEventListener('pagehide', flush)
      removeEventListener('blur', flush)
      document.removeEventListener('visibilitychange', flushWhenHidden)
      const isGoneOnWith = isMine.current && !isOver.current && options.onLeave(at.current.name)
      if (!isGoneOnWith) at.current.hold?.release()
    }
    // Drafts are looked for once, when the screen opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return {
    /** The open draft's version, key and base; they change without a new look of the form. */
    at,
    name,
    state,
    restoredAt,
    /** False when the browser keeps nothing: the draft lasts as long as the window. */
    isKept,
    hasTyped: hasTyped && state === 'mine',
    /** False from the moment that another tab has taken the draft. */
    isMine: () => isMine.current,
    /** What nobody sends any more: it is to be chosen again. */
    lost,
    forgetLost: () => {
      changeLost([])
      keepNow()
    },
    /** Files have begun their way, or ended it: that is kept with what was typed. */
    noteOnWay: () => {
      const left = marksWithout(latestLost.current, options.onWay())
      if (left.length < latestLost.current.length) changeLost(left)
      keepNow()
    },
    keepNow,
    open,
    startNew,
    /** Goes on with what this tab shows as a draft of its own. */
    copy: () => {
      const draftName = newDraftName(formName)
      const { version, base } = at.current
      settleOn(draftName, undefined)
      Object.assign(at.current, { version, base })
      setHasTyped(true)
      keepNow()
      void holdNew(draftName)
    },
    /** Goes on from the record as somebody else has changed it, or as it was saved while somebody typed on. */
    beginFrom: (version: number, base: Values) => {
      Object.assign(at.current, { version, base })
      stored.current = base
      setHasTyped(!isStored(form.getValues()))
    },
    /** Ends when what was left of the open draft is kept on the server; it never fails. */
    settledOnServer: () => options.sending.settled(at.current.name),
    /** Notes where the open draft is on the server, and keeps it here. */
    keepServer: (server: KeptOnServer) => {
      at.current.server = server
      keepNow()
    },
    /** Gives the next try to add the record a key of its own. */
    renewKey: () => {
      at.current.key = randomWord()
      keepNow()
    },
    discard: () => {
      dropDraft(at.current.name)
      clearTimeout(timer.current)
      timer.current = undefined
      startNew()
    },
    /** The draft is saved or thrown away: nothing of it is kept from here on, unless another tab has taken it. */
    end: () => {
      isOver.current = true
      clearTimeout(timer.current)
      timer.current = undefined
      if (isMine.current) dropDraft(at.current.name)
    },
  }
}

/** What a form shows of its draft. */
export type FormDraft = Pick<
  ReturnType<typeof useDraft>,
  | 'name'
  | 'state'
  | 'restoredAt'
  | 'isKept'
  | 'lost'
  | 'forgetLost'
  | 'open'
  | 'startNew'
  | 'copy'
  | 'discard'
>
