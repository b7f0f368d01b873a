import { ImageUp, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { formatFileSize } from '#contract/format.ts'
import { Button } from '../parts/button.tsx'
import { DamageNote } from '../parts/damage.tsx'
import { StoredImage } from '../parts/stored-image.tsx'
import { partFiles } from '../uploads/check-file.ts'
import type { Refusal } from '../uploads/check-file.ts'
import { fitPictures } from '../uploads/fit-picture.ts'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useUploadsContext } from '../uploads/uploads-in-form.ts'
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
    failure: 'حدث خطأ أثناء رفع الصورة',
    onDone: stored => {
      field.onChange(stored.url)
      setPreview(current => current && { ...current, sent: stored })
    },
    onUndone: () => {
      setPreview(undefined)
      if (!isEdit) field.onChange('')
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
    if (!file) return
    setPreview({ src: URL.createObjectURL(file) })
    upload.start(file)
  }

  const isRunning = upload.state.status === 'running' || upload.state.status === 'paused'
  const local = preview && (isRunning || preview.sent?.url === address) ? preview : undefined
  const shownFacts = [preview?.sent, facts ?? undefined].find(known => known?.url === address)
  const hasImage = local !== undefined || address !== ''
  const alt = `معاينة: ${label}`
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
          </div>
        </div>
      )}
    </Field>
  )
}
