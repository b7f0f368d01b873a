import { Crop, ImageUp, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { formatFileSize } from '#contract/format.ts'
import { Button } from '../parts/button.tsx'
import { DamageNote } from '../parts/damage.tsx'
import { StoredImage } from '../parts/stored-image.tsx'
import type { EditedPicture } from '../picture-edit/edit-picture-form.tsx'
import { EditPicture } from '../picture-edit/edit-picture.tsx'
import { isUnedited } from '../picture-edit/crop.ts'
import { isEditable, originOfFile, originOfStored } from '../picture-edit/picture-origin.ts'
import type { PictureOrigin } from '../picture-edit/picture-origin.ts'
import { partFiles } from '../uploads/check-file.ts'
import type { Refusal } from '../uploads/check-file.ts'
import { fitPictures } from '../uploads/fit-picture.ts'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useClaim, useUploadsContext } from '../uploads/uploads-in-form.ts'
import { useUpload } from '../uploads/use-upload.ts'
import { FilePicker, oneFileOnly } from './file-picker.tsx'
import { refusedFiles } from './refused-files.tsx'
import { Field } from './field.tsx'

const previewPx = { width: 144, height: 192 }

interface ImageFieldProps {
  name: string
  label: string
  isOptional?: boolean
  /** The image that the record had when its edit screen opened; absent on an add screen. */
  original?: string | undefined
  /** What is known of the original image. */
  facts?: FileFacts | null | undefined
}

/** One image with preview, change, and delete (add screen) or reset (edit screen). Source: S7.4. */
export function ImageField({ name, label, isOptional = false, original, facts }: ImageFieldProps) {
  const { field, fieldState } = useController({ name })
  /** The chosen file itself, shown while it is sent and, as `sent`, instead of what would have to be fetched. */
  const [preview, setPreview] = useState<{ src: string; sent?: FileFacts } | undefined>()
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const picker = useRef<HTMLInputElement>(null)
  const { begin } = useUploadsContext()
  const choice = useRef(0)
  /** What is sent now, and of what each stored picture was made. */
  const sending = useRef<PictureOrigin | undefined>(undefined)
  const origins = useRef(new Map<string, PictureOrigin>())
  const [edited, setEdited] = useState<PictureOrigin | undefined>()
  const address = typeof field.value === 'string' ? field.value : ''
  const isEdit = original !== undefined

  const previewSrc = preview?.src
  useEffect(
    () => () => {
      if (previewSrc) URL.revokeObjectURL(previewSrc)
    },
    [previewSrc],
  )

  const upload = useUpload({
    kind: 'image',
    field: name,
    failure: 'حدث خطأ أثناء رفع الصورة',
    onDone: stored => {
      const origin = sending.current
      if (origin) {
        const isOriginal = isUnedited(origin.edit)
        origins.current.set(stored.url, isOriginal ? { ...origin, stored: stored.url } : origin)
      }
      field.onChange(stored.url)
      setPreview(current => current && { ...current, sent: stored })
    },
    onUndone: () => {
      setPreview(undefined)
      /* An edit that does not arrive leaves what it was made from. */
      if (!isEdit && sending.current?.stored === undefined) field.onChange('')
    },
  })

  const choose = async (files: File[]) => {
    choice.current += 1
    const own = choice.current
    /* The form is not saved before the picture is in it. */
    const end = begin()
    try {
      const outcome = await fitPictures(files)
      if (own === choice.current) take(outcome)
    } finally {
      end()
    }
  }
  const take = ({ fitted, refusals: unfit }: Awaited<ReturnType<typeof fitPictures>>) => {
    const parted = partFiles(fitted, 'image', 1, oneFileOnly)
    setRefusals([...unfit, ...parted.refusals])
    const [file] = parted.taken
    if (file) send(file, originOfFile(file))
  }
  const show = (file: File, origin: PictureOrigin) => {
    sending.current = origin
    setPreview({ src: URL.createObjectURL(file) })
  }
  useClaim(name, ([left]) => {
    if (!left) return
    show(left.file, originOfFile(left.file))
    upload.goOn(left)
  })

  const send = (file: File, origin: PictureOrigin) => {
    show(file, origin)
    upload.start(file)
  }
  const applyEdit = ({ edit, file }: EditedPicture) => {
    setEdited(undefined)
    if (!edited) return
    const origin = { ...edited, edit }
    const known = [...origins.current.values()].find(({ content }) => content === origin.content)
    const stored = origin.stored ?? known?.stored
    const sent = file ?? (typeof origin.content === 'string' ? undefined : origin.content)
    if (!file && stored !== undefined) {
      if (upload.state.status !== 'idle') upload.cancel()
      field.onChange(stored)
    } else if (sent) send(sent, { ...origin, stored })
  }

  const isRunning = upload.state.status === 'running' || upload.state.status === 'paused'
  const local = preview && (isRunning || preview.sent?.url === address) ? preview : undefined
  const shownFacts = [preview?.sent, facts ?? undefined].find(known => known?.url === address)
  const hasImage = local !== undefined || address !== ''
  const alt = `معاينة: ${label}`
  const origin = local
    ? sending.current
    : address
      ? (origins.current.get(address) ?? originOfStored(address, shownFacts))
      : undefined
  const canEdit = origin && isEditable(origin)
  return (
    <Field
      name={name}
      label={label}
      isOptional={isOptional}
      className="field--wide"
      hint={`صورة JPG أو PNG أو WebP حتى ${formatFileSize(fileRules.image.maxBytes)}`}
      error={refusedFiles(refusals) ?? (isRunning ? undefined : fieldState.error?.message)}
    >
      {control => (
        <div className="image-field">
          <div className="image-field__preview" data-busy={isRunning || undefined}>
            {local ? (
              <img
                src={local.src}
                alt={alt}
                width={local.sent?.width ?? previewPx.width}
                height={local.sent?.height ?? previewPx.height}
              />
            ) : address ? (
              <StoredImage image={address} alt={alt} facts={shownFacts} {...previewPx} />
            ) : (
              <ImageUp aria-hidden />
            )}
          </div>
          <div className="image-field__side">
            <DamageNote files={[shownFacts]} />
            <FilePicker
              control={control}
              kind="image"
              inputRef={picker}
              onFiles={files => void choose(files)}
              isCompact={hasImage}
            >
              {hasImage ? 'تغيير الصورة' : 'اختيار صورة'}
            </FilePicker>
            {canEdit ? (
              <Button look="quiet" icon={<Crop aria-hidden />} onClick={() => setEdited(origin)}>
                تدوير وقص
              </Button>
            ) : null}
            {address && !isEdit && !isRunning ? (
              <Button look="quiet" icon={<Trash2 aria-hidden />} onClick={() => field.onChange('')}>
                حذف الصورة
              </Button>
            ) : null}
            {isEdit && address !== original && !isRunning ? (
              <Button look="quiet" icon={<Undo2 aria-hidden />} onClick={() => field.onChange(original)}>
                استعادة الصورة السابقة
              </Button>
            ) : null}
            <UploadProgress upload={upload} label="جاري رفع الصورة..." />
            {edited ? (
              <EditPicture origin={edited} onApply={applyEdit} onClose={() => setEdited(undefined)} />
            ) : null}
          </div>
        </div>
      )}
    </Field>
  )
}
