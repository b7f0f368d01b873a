import { useEffect, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import type { EditedPicture } from '../picture-edit/edit-picture-form.tsx'
import { isEditable, originOfFile, originOfStored } from '../picture-edit/picture-origin.ts'
import type { PictureOrigin } from '../picture-edit/picture-origin.ts'
import { isOfKind, partFiles } from '../uploads/check-file.ts'
import type { Refusal } from '../uploads/check-file.ts'
import { fitPictures } from '../uploads/fit-picture.ts'
import { withPicture } from '../uploads/picture-place.ts'
import type { PicturePlace } from '../uploads/picture-place.ts'
import type { SentFile } from '../uploads/sent-file.ts'
import { useClaim, useUploadsContext } from '../uploads/uploads-in-form.ts'

/** A picture on its way. */
export interface PendingImage {
  id: number
  /** Each edit before it has arrived begins its way anew. */
  tries: number
  file: File
  origin: PictureOrigin
  /** The address of the picture that it takes the place of. */
  replaces?: string | undefined
  isFailed: boolean
  /** It was on its way already when the form was opened again. */
  sent?: SentFile | undefined
}

/** A picture that is being edited: one on its way, or one that has arrived. */
interface EditedImage {
  target: { pending: number } | { image: string }
  origin: PictureOrigin
}

/** A PDF whose pages may become pictures of the field. */
interface OfferedPdf {
  id: number
  file: File
}

let lastPendingId = 0

const undecidedPdf = 'حوّل صفحات ملف PDF إلى صور أو أزل الملف، ثم احفظ.'
const tooMany = `عدد الصور أكبر من المسموح (${formatNumber(limits.maxExamImages)})`
/** What a field of several pictures says where that of one has its own words. Source: S7.1. */
const reasonsForSeveral: Record<string, string> = {
  [fileRules.image.wrongType]: 'بعض الملفات المختارة ليست صوراً صالحة',
  [fileRules.image.tooLarge]: 'بعض الصور أكبر من ٥ ميغابايت',
}

/** The pictures of a field: those it holds, those on their way, and edits of both. `known`: facts of those it began with. */
export function useImages(name: string, known: readonly (FileFacts | null)[]) {
  const { field } = useController({ name })
  const { getValues, getFieldState, trigger } = useFormContext()
  const { begin, holdBack, undecided } = useUploadsContext()
  /** The place of each uploaded image among those chosen, so that a fast one does not overtake a slow one. */
  const order = useRef(new Map<string, number>())
  const origins = useRef(new Map<string, PictureOrigin>())
  const [uploaded, setUploaded] = useState<readonly FileFacts[]>([])
  const [pending, setPending] = useState<readonly PendingImage[]>([])
  /* Two choices may be made ready at once: each counts what the other has added. */
  const latestPending = useRef<readonly PendingImage[]>([])
  const [pdfs, setPdfs] = useState<readonly OfferedPdf[]>([])
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [edited, setEdited] = useState<EditedImage | undefined>()

  const hasPdfs = pdfs.length > 0
  useEffect(() => (hasPdfs ? holdBack(name, undecidedPdf) : undefined), [hasPdfs, holdBack, name])
  const isUndecided = undecided.has(name)
  const wasUndecided = useRef(isUndecided)
  useEffect(() => {
    /* What a save said of the field is said anew. */
    if (wasUndecided.current && !isUndecided && getFieldState(name).error) void trigger(name)
    wasUndecided.current = isUndecided
  }, [isUndecided, getFieldState, name, trigger])

  const held = (): string[] => {
    const value: unknown = getValues(name)
    return Array.isArray(value) ? value : []
  }
  const change = (next: (current: readonly PendingImage[]) => readonly PendingImage[]) => {
    latestPending.current = next(latestPending.current)
    setPending(latestPending.current)
  }
  const forget = (id: number) => change(current => current.filter(other => other.id !== id))
  const changeOne = (id: number, part: Partial<PendingImage>) =>
    change(current => current.map(other => (other.id === id ? { ...other, ...part } : other)))
  const add = (one: Pick<PendingImage, 'file' | 'origin'> & { replaces?: string }) => {
    lastPendingId += 1
    const id = lastPendingId
    change(current => [...current, { ...one, id, tries: 0, isFailed: false }])
  }
  const placeOf = ({ id, replaces }: Pick<PendingImage, 'id' | 'replaces'>): PicturePlace => ({
    id,
    order: order.current,
    replaces,
  })
  /** A picture has arrived: it takes its place among the others, or that of the one it was made from. */
  const insert = (id: number, facts: FileFacts) => {
    const { url } = facts
    const arrived = latestPending.current.find(other => other.id === id)
    setUploaded(current => [...current, facts])
    if (arrived && isEditable(arrived.origin)) {
      const { origin } = arrived
      const isOriginal = arrived.file === origin.content
      origins.current.set(url, isOriginal ? { ...origin, stored: url } : origin)
    }
    field.onChange(withPicture(held(), url, placeOf({ id, replaces: arrived?.replaces })))
    forget(id)
  }
  useClaim(name, files => {
    for (const { file, sent, facts, place } of files) {
      if (!place) continue
      order.current = place.order
      const { id, replaces } = place
      const origin = originOfFile(file)
      change(current => [...current, { id, tries: 0, file, origin, sent, replaces, isFailed: false }])
      if (facts) insert(id, facts)
    }
  })
  const factsOf = (image: string) => [...uploaded, ...known].find(facts => facts?.url === image) ?? undefined

  const roomLeft = () => {
    const added = latestPending.current.filter(({ replaces }) => replaces === undefined)
    return Math.max(0, limits.maxExamImages - held().length - added.length)
  }
  const fitAndAdd = async (files: File[]) => {
    const documents = files.filter(file => isOfKind(file, 'pdf'))
    const { taken, refusals: heavy } = partFiles(documents, 'pdf', documents.length, '')
    lastPendingId += taken.length
    const offered = taken.map((file, at) => ({ id: lastPendingId - at, file }))
    setPdfs(current => [...current, ...offered])
    const { fitted, refusals: unfit } = await fitPictures(files.filter(file => !documents.includes(file)))
    const parted = partFiles(fitted, 'image', roomLeft(), tooMany)
    setRefusals(
      [...heavy, ...unfit, ...parted.refusals].map(({ reason, names }) => ({
        reason: reasonsForSeveral[reason] ?? reason,
        names,
      })),
    )
    for (const file of parted.taken) add({ file, origin: originOfFile(file) })
  }

  const originOf = (image: string) => origins.current.get(image) ?? originOfStored(image, factsOf(image))
  const replace = (image: string, by: string) => {
    const place = order.current.get(image)
    if (place !== undefined) order.current.set(by, place)
    field.onChange(held().map(other => (other === image ? by : other)))
  }

  return {
    images: Array.isArray(field.value) ? (field.value as string[]) : [],
    pending,
    pdfs,
    roomLeft,
    refusals,
    edited,
    factsOf,
    setImages: field.onChange,
    placeOf,

    async choose(files: File[]) {
      /* The form is not saved before the pictures are in it. */
      const end = begin()
      try {
        await fitAndAdd(files)
      } finally {
        end()
      }
    },

    forgetPdf: (id: number) => setPdfs(current => current.filter(other => other.id !== id)),
    /** Pages of a PDF have become pictures: they follow the others. */
    insertPages(id: number, pictures: readonly FileFacts[]) {
      setUploaded(current => [...current, ...pictures])
      const list = held()
      const added = pictures.map(({ url }) => url).filter(url => !list.includes(url))
      field.onChange([...list, ...new Set(added)])
      setPdfs(current => current.filter(other => other.id !== id))
    },

    forget,
    fail: (id: number) => changeOne(id, { isFailed: true }),

    insert,

    canEdit: (image: string) => originOf(image) !== undefined,
    canEditPending: ({ origin }: PendingImage) => isEditable(origin),
    edit(image: string) {
      const origin = originOf(image)
      if (origin) setEdited({ target: { image }, origin })
    },
    editPending: ({ id, origin }: PendingImage) => setEdited({ target: { pending: id }, origin }),
    stopEditing: () => setEdited(undefined),

    /** Sends what came of an edit; what was there stays until it has arrived. */
    applyEdit({ edit, file }: EditedPicture) {
      setEdited(undefined)
      if (!edited) return
      const origin = { ...edited.origin, edit }
      const { target } = edited
      const sent = file ?? (typeof origin.content === 'string' ? undefined : origin.content)
      const waiting =
        'pending' in target ? latestPending.current.find(other => other.id === target.pending) : undefined
      const isTakenBack = !file && origin.stored !== undefined
      if (waiting && isTakenBack) {
        forget(waiting.id)
      } else if (waiting && sent) {
        changeOne(waiting.id, {
          file: sent,
          origin,
          sent: undefined,
          tries: waiting.tries + 1,
          isFailed: false,
        })
        return
      }
      /* It may have arrived while it was edited. */
      const image =
        'image' in target
          ? target.image
          : (waiting?.replaces ?? held().find(other => order.current.get(other) === target.pending))
      const stored =
        'image' in target || waiting ? origin.stored : image && origins.current.get(image)?.stored
      if (!file && stored) {
        if (image && image !== stored) replace(image, stored)
      } else if (sent) {
        add({ file: sent, origin: { ...origin, stored }, ...(image !== undefined && { replaces: image }) })
      }
    },
  }
}
