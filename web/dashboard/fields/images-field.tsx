import { ArrowDownAZ } from 'lucide-react'
import { useState } from 'react'
import type { DragEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { formatFileSize, formatNumber } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { Lightbox } from '#web/ui/lightbox.tsx'
import { Button } from '../parts/button.tsx'
import { DamageNote } from '../parts/damage.tsx'
import { StoredImage } from '../parts/stored-image.tsx'
import { EditPicture } from '../picture-edit/edit-picture.tsx'
import { Field } from './field.tsx'
import { FilePicker } from './file-picker.tsx'
import { firstMessage } from './first-message.ts'
import { ImageCard } from './image-card.tsx'
import { PendingImageCard } from './pending-image-card.tsx'
import { PendingPdfCard } from './pending-pdf-card.tsx'
import { refusedFiles } from './refused-files.tsx'
import { useImages } from './use-images.ts'
import type { PendingImage } from './use-images.ts'

const uploadsAtOnce = 3

interface ImagesFieldProps {
  name: string
  label: string
  /** What is known of the images that the record had when its edit screen opened. */
  known?: readonly (FileFacts | null)[]
}

/** «صفحة ٢» before «صفحة ١٠». */
const collator = new Intl.Collator('ar', { numeric: true })

/** Several images in order: thumbnails, reordering by buttons or dragging, turning and cropping, progress of each. Source: S7.4. */
export function ImagesField({ name, label, known = [] }: ImagesFieldProps) {
  const { getFieldState, formState } = useFormContext()
  const field = useImages(name, known)
  const { images, pending, factsOf } = field
  const [viewed, setViewed] = useState<number | undefined>()
  const [dragged, setDragged] = useState<number | undefined>()
  const [target, setTarget] = useState<number | undefined>()

  const move = (from: number, to: number) => {
    const next = [...images]
    const [moved] = next.splice(from, 1)
    if (moved === undefined) return
    next.splice(to, 0, moved)
    field.setImages(next)
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
  const pendingCard = (one: PendingImage) => (
    <PendingImageCard
      key={`${one.id}-${one.tries}`}
      field={name}
      file={one.file}
      sent={one.sent}
      place={field.placeOf(one)}
      isTurn={turns.has(one.id)}
      onEdit={field.canEditPending(one) ? () => field.editPending(one) : undefined}
      onDone={facts => field.insert(one.id, facts)}
      onFailed={() => field.fail(one.id)}
      onGone={() => field.forget(one.id)}
    />
  )
  const isInPlace = ({ replaces }: PendingImage) => replaces !== undefined && images.includes(replaces)
  const [cover] = images

  return (
    <Field
      name={name}
      label={label}
      className="field--wide"
      hint={`صور JPG أو PNG أو WebP، حتى ${formatFileSize(fileRules.image.maxBytes)} للصورة و${formatNumber(limits.maxExamImages)} صورة للامتحان، أو ملف PDF تصير صفحاته صوراً. الصورة الأولى هي الغلاف.`}
      error={refusedFiles(field.refusals) ?? firstMessage(getFieldState(name, formState).error)}
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
            {images.map((image, index) => {
              const successor = pending.find(({ replaces }) => replaces === image)
              if (successor) return pendingCard(successor)
              return (
                <ImageCard
                  key={`${image}-${images.slice(0, index).filter(other => other === image).length}`}
                  image={image}
                  facts={factsOf(image)}
                  index={index}
                  count={images.length}
                  isDragged={dragged === index}
                  isTarget={target === index && dragged !== index}
                  onView={() => setViewed(index)}
                  onEdit={field.canEdit(image) ? () => field.edit(image) : undefined}
                  onMove={to => move(index, to)}
                  onRemove={() => field.setImages(images.filter((_, other) => other !== index))}
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
              )
            })}
            {pending.filter(one => !isInPlace(one)).map(pendingCard)}
            {field.pdfs.map(({ id, file }) => (
              <PendingPdfCard
                key={id}
                file={file}
                room={field.roomLeft()}
                onPictures={pictures => field.insertPages(id, pictures)}
                onGone={() => field.forgetPdf(id)}
              />
            ))}
          </ol>
          <FilePicker
            control={control}
            kind="image"
            also="pdf"
            isMultiple
            onFiles={files => void field.choose(files)}
          >
            {images.length > 0 ? 'إضافة صور أخرى' : 'اختيار الصور'}
          </FilePicker>
          {byName.some((image, index) => image !== images[index]) ? (
            <Button look="quiet" icon={<ArrowDownAZ aria-hidden />} onClick={() => field.setImages(byName)}>
              رتّب الصور حسب أسمائها
            </Button>
          ) : null}
          {field.edited ? (
            <EditPicture origin={field.edited.origin} onApply={field.applyEdit} onClose={field.stopEditing} />
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
