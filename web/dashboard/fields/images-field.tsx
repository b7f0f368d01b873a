import { ArrowDownAZ } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { formatFileSize, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { Lightbox } from '#web/ui/lightbox.tsx'
import { Button } from '../parts/button.tsx'
import { DamageNote } from '../parts/damage.tsx'
import { StoredImage } from '../parts/stored-image.tsx'
import { partFiles } from '../uploads/check-file.ts'
import type { Refusal } from '../uploads/check-file.ts'
import { fitPictures } from '../uploads/fit-picture.ts'
import { useUploadsContext } from '../uploads/uploads-in-form.ts'
import { Field } from './field.tsx'
import { FilePicker } from './file-picker.tsx'
import { firstMessage } from './first-message.ts'
import { ImageCard } from './image-card.tsx'
import { PendingImageCard } from './pending-image-card.tsx'
import { refusedFiles } from './refused-files.tsx'

const uploadsAtOnce = 3

interface Pending {
  id: number
  file: File
  isFailed: boolean
}

interface ImagesFieldProps {
  name: string
  label: string
  /** What is known of the images that the record had when its edit screen opened. */
  known?: readonly (FileFacts | null)[]
}

let lastPendingId = 0

/** «صفحة ٢» before «صفحة ١٠». */
const collator = new Intl.Collator('ar', { numeric: true })

const tooMany = `عدد الصور أكبر من المسموح (${formatNumber(limits.maxExamImages)})`
/** What a field of several pictures says where that of one has its own words. Source: S7.1. */
const reasonsForSeveral: Record<string, string> = {
  [fileRules.image.wrongType]: 'بعض الملفات المختارة ليست صوراً صالحة',
  [fileRules.image.tooLarge]: 'بعض الصور أكبر من ٥ ميغابايت',
}

/** Several images in order: thumbnails, reordering by buttons or dragging, progress of each. Source: S7.4. */
export function ImagesField({ name, label, known = [] }: ImagesFieldProps) {
  const { field, fieldState } = useController({ name })
  const { getValues } = useFormContext()
  const { begin } = useUploadsContext()
  /** The place of each uploaded image among those chosen, so that a fast one does not overtake a slow one. */
  const order = useRef(new Map<string, number>())
  const [uploaded, setUploaded] = useState<readonly FileFacts[]>([])
  const [pending, setPending] = useState<readonly Pending[]>([])
  /* Two choices may be made ready at once: each counts what the other has added. */
  const latestPending = useRef<readonly Pending[]>([])
  const change = (next: (current: readonly Pending[]) => readonly Pending[]) => {
    latestPending.current = next(latestPending.current)
    setPending(latestPending.current)
  }
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [viewed, setViewed] = useState<number | undefined>()
  const [dragged, setDragged] = useState<number | undefined>()
  const [target, setTarget] = useState<number | undefined>()
  const images: string[] = Array.isArray(field.value) ? field.value : []

  const choose = async (files: File[]) => {
    /* The form is not saved before the pictures are in it. */
    const end = begin()
    try {
      await fitAndAdd(files)
    } finally {
      end()
    }
  }
  const fitAndAdd = async (files: File[]) => {
    const { fitted, refusals: unfit } = await fitPictures(files)
    const held: unknown = getValues(name)
    const count = (Array.isArray(held) ? held.length : 0) + latestPending.current.length
    const room = Math.max(0, limits.maxExamImages - count)
    const parted = partFiles(fitted, 'image', room, tooMany)
    setRefusals(
      [...unfit, ...parted.refusals].map(({ reason, names }) => ({
        reason: reasonsForSeveral[reason] ?? reason,
        names,
      })),
    )
    const added = parted.taken.map(file => {
      lastPendingId += 1
      return { id: lastPendingId, file, isFailed: false }
    })
    change(current => [...current, ...added])
  }
  const forget = (id: number) => change(current => current.filter(other => other.id !== id))
  const fail = (id: number) =>
    change(current => current.map(other => (other.id === id ? { ...other, isFailed: true } : other)))
  const factsOf = (image: string) => [...uploaded, ...known].find(facts => facts?.url === image) ?? undefined
  const insert = (id: number, facts: FileFacts) => {
    const { url } = facts
    setUploaded(current => [...current, facts])
    const current: unknown = getValues(name)
    const list: string[] = Array.isArray(current) ? current : []
    if (!list.includes(url)) {
      const later = list.findIndex(other => (order.current.get(other) ?? 0) > id)
      field.onChange(list.toSpliced(later < 0 ? list.length : later, 0, url))
      order.current.set(url, id)
    }
    forget(id)
  }
  const move = (from: number, to: number) => {
    const next = [...images]
    const [moved] = next.splice(from, 1)
    if (moved === undefined) return
    next.splice(to, 0, moved)
    field.onChange(next)
  }
  const nameOf = (image: string) => factsOf(image)?.name ?? image
  const byName = images.toSorted((one, other) => collator.compare(nameOf(one), nameOf(other)))
  const drop = (event: DragEvent, to: number) => {
    if (dragged === undefined) return
    event.preventDefault()
    move(dragged, to)
    setDragged(undefined)
    setTarget(undefined)
  }
  const turns = new Set(
    pending
      .filter(({ isFailed }) => !isFailed)
      .slice(0, uploadsAtOnce)
      .map(({ id }) => id),
  )
  const [cover] = images

  return (
    <Field
      name={name}
      label={label}
      className="field--wide"
      hint={`صور JPG أو PNG أو WebP، حتى ${formatFileSize(fileRules.image.maxBytes)} للصورة و${formatNumber(limits.maxExamImages)} صورة للامتحان. الصورة الأولى هي الغلاف.`}
      error={refusedFiles(refusals) ?? firstMessage(fieldState.error)}
    >
      {control => (
        <div className="stack">
          {cover ? (
            <button
              type="button"
              className="exam-cover"
              aria-label="عرض الغلاف بحجم كامل"
              onClick={() => setViewed(0)}
            >
              <StoredImage
                image={cover}
                facts={factsOf(cover)}
                alt="غلاف الامتحان"
                width={limits.examCoverPreviewPx}
                height={limits.examCoverPreviewPx}
              />
            </button>
          ) : null}
          <DamageNote files={images.map(factsOf)} />
          <ol className="exam-images" aria-label="الصور بالترتيب">
            {images.map((image, index) => (
              <ImageCard
                key={`${image}-${images.slice(0, index).filter(other => other === image).length}`}
                image={image}
                facts={factsOf(image)}
                index={index}
                count={images.length}
                isDragged={dragged === index}
                isTarget={target === index && dragged !== index}
                onView={() => setViewed(index)}
                onMove={to => move(index, to)}
                onRemove={() => field.onChange(images.filter((_, other) => other !== index))}
                onDragStart={() => setDragged(index)}
                onDragOver={event => {
                  if (dragged === undefined) return
                  event.preventDefault()
                  setTarget(index)
                }}
                onDrop={event => drop(event, index)}
                onDragEnd={() => {
                  setDragged(undefined)
                  setTarget(undefined)
                }}
              />
            ))}
            {pending.map(({ id, file }) => (
              <PendingImageCard
                key={id}
                file={file}
                isTurn={turns.has(id)}
                onDone={facts => insert(id, facts)}
                onFailed={() => fail(id)}
                onGone={() => forget(id)}
              />
            ))}
          </ol>
          <FilePicker control={control} kind="image" isMultiple onFiles={files => void choose(files)}>
            {images.length > 0 ? 'إضافة صور أخرى' : 'اختيار الصور'}
          </FilePicker>
          {byName.some((image, index) => image !== images[index]) ? (
            <Button look="quiet" icon={<ArrowDownAZ aria-hidden />} onClick={() => field.onChange(byName)}>
              رتّب الصور حسب أسمائها
            </Button>
          ) : null}
          {viewed === undefined ? null : (
            <Lightbox
              images={images.map((full, index) => ({ full, alt: `صورة الأسئلة ${formatNumber(index + 1)}` }))}
              label="صور الأسئلة"
              start={viewed}
              onClose={() => setViewed(undefined)}
            />
          )}
        </div>
      )}
    </Field>
  )
}
