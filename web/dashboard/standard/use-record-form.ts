import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { ZodType } from 'zod'
import type { ChangedBy } from '#contract/errors.ts'
import { kinds } from '#contract/kinds.ts'
import { dashboardPaths } from '#contract/paths.ts'
import { isApiError, messageOf } from '#web/api-client.ts'
import type { ApiError } from '#web/api-client.ts'
import { contractResolver } from '../fields/contract-resolver.ts'
import { logFailure } from '../parts/log-failure.ts'
import { notify } from '../parts/notices.tsx'
import type { NoticeAction } from '../parts/notices.tsx'
import { useUploadsInForm } from '../uploads/uploads-in-form.ts'
import { keepDraft, newDraftName, randomWord } from './draft.ts'
import { isSameValue } from './field-text.ts'
import type { FieldOwner } from './field-text.ts'
import { focusField, listErrors } from './form-errors.ts'
import { isStoredAs } from './is-stored-as.ts'
import { refreshAfterWrite } from './refresh.ts'
import { typedOnTop } from './typed-on-top.ts'
import { useDraft } from './use-draft.ts'
import { useFormSending } from './use-form-sending.ts'
import { useLeaving } from './use-leaving.ts'
import { useServerDraft } from './use-server-draft.ts'
import { useWarnings } from './use-warnings.ts'
import type { WarningSource } from './use-warnings.ts'

const goneHint = 'حُذف بعد أن فتحته. استعده من سلة المحذوفات ثم احفظ من جديد؛ ما كتبته محفوظ هنا.'

interface SaveContext {
  /** The version that the typing began from; absent for a new record. */
  version: number | undefined
  /** For the call that adds a record: the same for every try to save this draft. */
  key: string
  /** Somebody has seen why the record must be looked at before visitors see it, and saves it anyway. */
  isConfirmed: boolean
}

/** What a save gave, and what can be done about it: the way to it, the way back. */
export interface Saved {
  /** The record as this save left it; undefined when somebody has changed it since. Errors: ApiError. */
  record: () => Promise<unknown>
  /** Of a record that was added. */
  id?: string
  actions?: readonly NoticeAction[]
}

/** A record of the server as its form shows it. */
export interface CurrentValues<Values> {
  id?: string
  values: Values
  version: number
}

interface RecordFormOptions<Values extends FieldValues, Output> {
  /** Whose drafts these are: `books/new`, `books/<id>`. */
  draftKey: string
  schema: ZodType<Output>
  initial: Values
  /** Whose fields they are, for the words of a conflict. */
  owner?: FieldOwner
  /** The version of the record that was opened; absent for a new one. */
  version?: number
  /** What lists of drafts call what was typed; the title unless said otherwise. */
  titleOf?: ((values: Values) => string) | undefined
  /** Where to ask for warnings before a save; absent where there are none. */
  warnings?: WarningSource
  /** Sends the form. */
  save: (input: Output, context: SaveContext) => Promise<Saved>
  /** What a save gives whose answer was lost on its way; `current` is the record as it left it. */
  savedBefore?: (current: unknown, version: number) => Promise<Saved>
  /** What is said then; with the name of what was saved. */
  saved: string | ((name: string) => string)
  /** The banner of a failed save: 'حدث خطأ أثناء إضافة الكتاب'. */
  failure: string
  /** The list to return to. */
  listAddress: string
  /** The form's values of a record as the server holds it: after a save, or where one met a conflict. */
  valuesOfCurrent?: (current: unknown) => CurrentValues<Values> | undefined
  /** The values chosen in a conflict, as they can be saved over the record as it stands now; as they are unless said otherwise. */
  onTopOf?: ((now: Values, chosen: Values) => Values) | undefined
}

export interface Failure {
  title: string
  reasons: string[]
  /** The record was deleted meanwhile: it lies in the trash. */
  isGone?: boolean
}

interface Conflict<Values> {
  mine: Values
  theirs: Values
  version: number
  changedBy: ChangedBy | undefined
}

/** An earlier try of this draft has added a record with other values; it may be gone since. */
interface UsedKey<Values> {
  mine: Values
  stored: Values
  current: CurrentValues<Values> | undefined
}

/** A draft went on while its save was under way: the record as it was saved. */
interface TypedSince<Values> {
  draftName: string
  added: CurrentValues<Values> | undefined
}

/** What a form is called where nothing of it is seen. */
function nameOf(listAddress: string, title: string): string {
  const kind = Object.values(kinds).find(({ dashboardPath }) => dashboardPath === listAddress)
  return `${kind?.label ?? 'نموذج'} ${title.trim() === '' ? 'بلا عنوان' : `«${title.trim()}»`}`
}

/** A form for one record: checks, draft, leave warning, save, conflict. The screen writes out its fields. */
export function useRecordForm<Values extends FieldValues, Output>(
  options: RecordFormOptions<Values, Output>,
) {
  const { draftKey, initial, listAddress, onTopOf = (_now, chosen) => chosen } = options
  const { titleOf = ({ title }) => String(title ?? '') } = options
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const location = useLocation()
  const uploads = useUploadsInForm()
  const sending = useFormSending()
  const form = useForm<Values, unknown, Output>({
    resolver: contractResolver<Values, Output>(options.schema, uploads.undecided),
    defaultValues: initial as DefaultValues<Values>,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const draft = useDraft<Values, Output>({
    form,
    formName: draftKey,
    initial,
    version: options.version,
    titleOf,
    onWay: uploads.onWayNow,
    sending,
    onLeave: name => goOnWith.current(name),
  })
  const onWay = uploads.onWay.map(({ field, file }) => `${field} ${file.name}`).join('/')
  const wasOnWay = useRef(onWay)
  useEffect(() => {
    if (wasOnWay.current === onWay) return
    wasOnWay.current = onWay
    draft.noteOnWay()
  })
  const goOnWith = useRef((_name: string): boolean => false)
  useEffect(() => {
    goOnWith.current = name => {
      const files = uploads.onWayNow()
      if (files.length === 0) return false
      const values = form.getValues()
      const state = { ...(location.state as object | null), draft: name, another: name }
      const address = location.pathname + location.search
      const left = { name, form: draftKey, label: nameOf(listAddress, titleOf(values)), address, state }
      return sending.takeOver(left, values, files)
    }
  })
  const serverDraft = useServerDraft<Values>({
    draft,
    formName: draftKey,
    values: () => form.getValues(),
    titleOf,
  })
  const warnings = useWarnings(options.warnings)
  const [failure, setFailure] = useState<Failure | undefined>()
  const [conflict, setConflict] = useState<Conflict<Values> | undefined>()
  const [usedKey, setUsedKey] = useState<UsedKey<Values> | undefined>()
  const [typedSince, setTypedSince] = useState<TypedSince<Values> | undefined>()
  const [isSaving, setIsSaving] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const next = useRef<'list' | 'another'>('list')

  const backAddress = listAddress + ((location.state as { back?: string } | null)?.back ?? '')
  const leaving = useLeaving({
    draft,
    uploads,
    isKeptOnServer: serverDraft.isKept,
    backAddress,
  })
  const { endDraft } = leaving

  /** Goes where somebody wants to be after a save: to the list, or to the form for another one. */
  const goOn = async (saved: string | undefined) => {
    if (next.current === 'list') return navigate(backAddress, { state: { saved } })
    const state = { ...(location.state as object | null), copy: undefined, another: randomWord() }
    await navigate(location.pathname, { replace: true, state })
  }

  /** Shows both sides of a refused save; false when there are none to show. */
  const showSides = ({ code, current, changedBy, stored }: ApiError, mine: Values): boolean => {
    const now = options.valuesOfCurrent?.(current)
    const first = options.valuesOfCurrent?.(stored)
    if (code === 'stale_version' && now) {
      setConflict({ mine, theirs: now.values, version: now.version, changedBy })
      return true
    }
    if (code === 'key_used' && first)
      setUsedKey({ mine, stored: onTopOf(initial, first.values), current: now })
    return code === 'key_used' && first !== undefined
  }

  const showServerError = (error: unknown) => {
    if (isApiError(error)) {
      // As they stand now: somebody may have typed on while the answer was on its way.
      if (showSides(error, structuredClone(form.getValues()))) return
      for (const [name, message] of Object.entries(error.fields))
        form.setError(name as Path<Values>, { type: 'server', message })
    }
    const reasons = isApiError(error) && error.errors.length > 0 ? error.errors : [messageOf(error)]
    const isGone = isApiError(error) && error.status === 404
    setFailure(
      isGone
        ? { title: options.failure, reasons: [...reasons, goneHint], isGone }
        : { title: options.failure, reasons },
    )
  }

  const hasTypedSince = (sent: Values) => !isSameValue(form.getValues(), sent)

  /** Goes on with what was typed since the form was sent, on top of the record as it was saved. */
  const goOnTyping = async (sent: Values, record: Saved['record']) => {
    draft.keepNow()
    const current = await record().catch((error: unknown) => {
      logFailure('The saved record could not be read', error)
    })
    const now = options.valuesOfCurrent?.(current)
    // Without it the next save meets a conflict, which shows both sides.
    if (now) {
      const typed = form.getValues()
      const values = onTopOf(now.values, typedOnTop(now.values, sent, typed))
      draft.beginFrom(now.version, now.values)
      for (const [field, value] of Object.entries(values))
        if (!isSameValue(value, typed[field])) form.setValue(field as Path<Values>, value)
    }
    draft.keepNow()
    const isAdded = options.version === undefined
    setTypedSince({ draftName: draft.at.current.name, added: isAdded ? now : undefined })
    await serverDraft.settled()
    if (draft.at.current.server) serverDraft.keep()
  }

  /** A refused save that an earlier press has done already: the same person's, with the same in every field. */
  const foundSaved = async (error: unknown, input: Output): Promise<Saved> => {
    const isOwn = isApiError(error) && error.code === 'stale_version' && error.changedBy?.isYou
    const now = isOwn ? options.valuesOfCurrent?.(error.current) : undefined
    if (!isOwn || !now || !options.savedBefore) throw error
    const stored = options.schema.safeParse(now.values)
    if (!stored.success || !isStoredAs(input, stored.data)) throw error
    return options.savedBefore(error.current, now.version)
  }

  const replaceFile = async (record: { id: string; version: number }, input: Output, sent: Values) => {
    await warnings.replaceFile(record, input)
    await refreshAfterWrite(queryClient, options.warnings?.path ?? '')
    notify('success', 'استُبدل ملف السجل الموجود.')
    if (hasTypedSince(sent)) return draft.keepNow()
    endDraft()
    void serverDraft.end()
    await navigate(backAddress)
  }

  const send = async (input: Output, values: Values) => {
    if (isSaving) return
    setIsSaving(true)
    setFailure(undefined)
    setTypedSince(undefined)
    try {
      const { version, key } = draft.at.current
      const answer = await warnings.ask(input, initial, key)
      if (answer === 'stay' || !draft.isMine()) return
      if (answer !== 'save') return await replaceFile(answer.replaceFileOf, input, values)
      const isConfirmed = warnings.hasAccepted('doubt')
      const {
        record,
        id,
        actions = [],
      } = await options
        .save(input, { version, key, isConfirmed })
        .catch((error: unknown) => foundSaved(error, input))
      const saved = typeof options.saved === 'string' ? options.saved : options.saved(titleOf(values))
      notify('success', saved, ...actions)
      if (hasTypedSince(values)) return await goOnTyping(values, record)
      endDraft()
      void serverDraft.end()
      await goOn(id)
    } catch (error) {
      logFailure('The save failed', error)
      showServerError(error)
    } finally {
      setIsSaving(false)
    }
  }

  const submit = (then: 'list' | 'another' = 'list') => {
    next.current = then
    if (uploads.isBusy || isSaving || draft.state !== 'mine') return
    draft.keepNow()
    const values = structuredClone(form.getValues())
    void form.handleSubmit(
      input => send(input, values),
      errors => {
        const [first] = listErrors(errors)
        if (first) focusField(first.name)
      },
    )()
  }

  /** Takes what was typed to the edit form of the record that is there. */
  const editAdded = async (id: string, { values: base, version }: CurrentValues<Values>) => {
    if (isMoving) return
    setIsMoving(true)
    // What the server keeps, and at which version, is not known before.
    await serverDraft.settled()
    const values = structuredClone(form.getValues())
    const name = newDraftName(`${draftKey.split('/')[0]}/${id}`)
    const { server } = draft.at.current
    keepDraft(name, { values, base, version, server, title: titleOf(values) })
    endDraft()
    await navigate(dashboardPaths.edit(listAddress, id), { replace: true, state: { draft: name } })
  }

  const added = usedKey?.current
  const addedId = added?.id
  const sinceAdded = typedSince?.added

  return {
    form,
    submit,
    isSaving,
    failure,
    uploads: {
      ...uploads,
      claim: (field: string) =>
        sending.claim(draft.at.current.name, field, form.getValues(field as Path<Values>)),
    },
    formName: draftKey,
    isNew: options.version === undefined,
    draft,
    serverDraft,
    back: leaving.back,
    cancel: leaving.cancel,
    leave: leaving.question,
    warnings: warnings.shown.length > 0 && {
      warnings: warnings.shown,
      listAddress,
      isNew: options.version === undefined,
      canReplaceFile: options.version === undefined && options.warnings?.fileField !== undefined,
      decide: warnings.decide,
    },
    conflict: conflict && {
      ...conflict,
      owner: options.owner ?? {},
      base: draft.at.current.base,
      close: () => setConflict(undefined),
      /** Goes on from the record as it stands now, with the chosen values. */
      settle: (values: Values) => {
        draft.beginFrom(conflict.version, conflict.theirs)
        form.reset(onTopOf(conflict.theirs, values), { keepDefaultValues: true })
        setConflict(undefined)
        submit()
      },
    },
    /** What was typed while the last save was under way is in the form still, and not saved. */
    typedSince: typedSince?.draftName === draft.name && {
      isMoving,
      /** Takes it to the edit form of the record that was added. */
      editAdded: sinceAdded?.id ? () => void editAdded(sinceAdded.id ?? '', sinceAdded) : undefined,
    },
    usedKey: usedKey && {
      ...usedKey,
      owner: options.owner ?? {},
      isMoving,
      close: () => {
        if (!isMoving) setUsedKey(undefined)
      },
      addAsNew: () => {
        draft.renewKey()
        setUsedKey(undefined)
        submit()
      },
      /** Takes what was typed to the edit form of the record that is there; undefined when it is gone. */
      editAdded: added && addedId ? () => void editAdded(addedId, added) : undefined,
    },
  }
}

export type RecordForm<Values extends FieldValues, Output> = ReturnType<typeof useRecordForm<Values, Output>>
