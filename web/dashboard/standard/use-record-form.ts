import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { useBlocker, useLocation, useNavigate } from 'react-router'
import type { ZodType } from 'zod'
import { paths } from '#contract/paths.ts'
import { isApiError, messageOf } from '#web/api-client.ts'
import { contractResolver } from '../fields/contract-resolver.ts'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import { useUploadsInForm } from '../uploads/uploads-in-form.ts'
import { dropDraft, findDraft, keepDraft } from './draft.ts'
import { focusField, listErrors } from './form-errors.ts'

const draftDelayMs = 400
const goneHint = 'ربما حذفه شخص آخر. استعده من سجل التغييرات ثم احفظ من جديد؛ ما كتبته محفوظ هنا.'

function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}

interface SaveContext<Values> {
  values: Values
  /** The version that the typing began from; absent for a new record. */
  version: number | undefined
  /** For the call that adds a record: the same for every try from this form. */
  key: string
  /** Tells that a part is saved: a second try goes on from this version. */
  goOnFrom: (version: number) => void
}

interface RecordFormOptions<Values extends FieldValues, Output> {
  /** Where the draft is kept: `books/new`, `books/<id>`. */
  draftKey: string
  schema: ZodType<Output>
  initial: Values
  /** The version of the record that was opened; absent for a new one. */
  version?: number
  /** Sends the form; 'moved' when it has already taken the person elsewhere. */
  save: (input: Output, context: SaveContext<Values>) => Promise<'saved' | 'moved'>
  saved: string
  /** The banner of a failed save: 'حدث خطأ أثناء إضافة الكتاب'. */
  failure: string
  /** The list to return to. */
  listAddress: string
  /** The form's values of a record as the server holds it; needed where a save can meet a conflict. */
  valuesOfCurrent?: (current: unknown) => { values: Values; version: number } | undefined
}

export interface Failure {
  title: string
  reasons: string[]
}

/** A form for one record: checks, draft, leave warning, save, conflict. The screen writes out its fields. */
export function useRecordForm<Values extends FieldValues, Output>(
  options: RecordFormOptions<Values, Output>,
) {
  const { draftKey, initial, listAddress } = options
  const navigate = useNavigate()
  const location = useLocation()
  const uploads = useUploadsInForm()
  const form = useForm<Values, unknown, Output>({
    resolver: contractResolver<Values, Output>(options.schema),
    defaultValues: initial as DefaultValues<Values>,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [foundDraft] = useState(() => findDraft<Values>(draftKey))
  const [restoredAt, setRestoredAt] = useState(foundDraft?.savedAt)
  const [failure, setFailure] = useState<Failure | undefined>(
    (location.state as { failure?: Failure } | null)?.failure,
  )
  const [conflict, setConflict] = useState<{ mine: Values; theirs: Values; version: number } | undefined>()
  const [isSaving, setIsSaving] = useState(false)
  const [hasTyped, setHasTyped] = useState(foundDraft !== undefined)
  const version = useRef(foundDraft ? (foundDraft.version ?? options.version) : options.version)
  const key = useRef(foundDraft?.key ?? newKey())
  /** The record at `version`: what a person left alone goes to the other side of a conflict. */
  const base = useRef(foundDraft?.base ?? initial)
  const mayLeave = useRef(false)
  const initialText = useRef(JSON.stringify(initial))

  const startingPoint = () => ({ version: version.current, base: base.current, key: key.current })

  useEffect(() => {
    if (foundDraft) form.reset({ ...initial, ...foundDraft.values }, { keepDefaultValues: true })
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const isChanged = JSON.stringify(values) !== initialText.current
        setHasTyped(isChanged)
        clearTimeout(timer)
        if (mayLeave.current) return
        timer = setTimeout(() => {
          if (mayLeave.current) return
          if (isChanged) keepDraft(draftKey, { ...startingPoint(), values })
          else dropDraft(draftKey)
        }, draftDelayMs)
      },
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
    // The draft is read once, when the screen opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const isUnsaved = hasTyped || uploads.isBusy
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !mayLeave.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== paths.login,
  )

  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!mayLeave.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])

  const backAddress = listAddress + ((location.state as { back?: string } | null)?.back ?? '')

  const showServerError = (error: unknown, values: Values) => {
    if (isApiError(error)) {
      const current = error.code === 'stale_version' ? options.valuesOfCurrent?.(error.current) : undefined
      if (current) {
        setConflict({ mine: values, theirs: current.values, version: current.version })
        return
      }
      for (const [name, message] of Object.entries(error.fields))
        form.setError(name as Path<Values>, { type: 'server', message })
    }
    const reasons = isApiError(error) && error.errors.length > 0 ? error.errors : [messageOf(error)]
    const isGone = isApiError(error) && error.status === 404
    setFailure({ title: options.failure, reasons: isGone ? [...reasons, goneHint] : reasons })
  }

  const send = async (input: Output, values: Values) => {
    if (isSaving) return
    setIsSaving(true)
    setFailure(undefined)
    try {
      const outcome = await options.save(input, {
        values,
        version: version.current,
        key: key.current,
        goOnFrom: saved => {
          version.current = saved
        },
      })
      if (outcome === 'moved') return
      mayLeave.current = true
      dropDraft(draftKey)
      notify('success', options.saved)
      await navigate(backAddress)
    } catch (error) {
      logFailure('The save failed', error)
      showServerError(error, values)
    } finally {
      setIsSaving(false)
    }
  }

  const submit = () => {
    if (uploads.isBusy || isSaving) return
    const values = structuredClone(form.getValues())
    void form.handleSubmit(
      input => send(input, values),
      errors => {
        const [first] = listErrors(errors)
        if (first) focusField(first.name)
      },
    )()
  }

  return {
    form,
    submit,
    isSaving,
    failure,
    uploads,
    cancel: () => void navigate(backAddress),
    draft: {
      restoredAt,
      discard: () => {
        version.current = options.version
        base.current = initial
        key.current = newKey()
        form.reset(initial)
        dropDraft(draftKey)
        setHasTyped(false)
        setRestoredAt(undefined)
      },
    },
    leave: {
      isAsking: blocker.state === 'blocked',
      stay: () => blocker.reset?.(),
      keepDraft: () => blocker.proceed?.(),
      discard: () => {
        mayLeave.current = true
        dropDraft(draftKey)
        blocker.proceed?.()
      },
    },
    conflict: conflict && {
      ...conflict,
      base: base.current,
      close: () => setConflict(undefined),
      /** Goes on from the record as it stands now, with the chosen values. */
      settle: (values: Values) => {
        version.current = conflict.version
        base.current = conflict.theirs
        form.reset(values, { keepDefaultValues: true })
        keepDraft(draftKey, { ...startingPoint(), values })
        setConflict(undefined)
        submit()
      },
    },
    /** Leaves for another screen without a warning; the draft of this one is dropped. */
    moveOn: (address: string, state: unknown) => {
      mayLeave.current = true
      dropDraft(draftKey)
      void navigate(address, { replace: true, state })
    },
  }
}

export type RecordForm<Values extends FieldValues, Output> = ReturnType<typeof useRecordForm<Values, Output>>
