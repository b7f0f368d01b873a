import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { createPortal } from 'react-dom'
import { formatFileSize } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { fileRules } from '#contract/resources/file.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { Field } from '../fields/field.tsx'
import { FilePicker, oneFileOnly } from '../fields/file-picker.tsx'
import { refusedFiles } from '../fields/refused-files.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { StoredImage } from '../parts/stored-image.tsx'
import { partFiles } from '../uploads/check-file.ts'
import type { Refusal } from '../uploads/check-file.ts'
import { fitPictures } from '../uploads/fit-picture.ts'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useUpload } from '../uploads/use-upload.ts'

const previewPx = { width: 288, height: 192 }

interface PictureDialogProps {
  /** Pictures of the clipboard, of which the first is taken. */
  files: File[]
  onClose: () => void
  onAdd: (picture: { src: string; alt: string; width: number | null; height: number | null }) => void
}

/** Uploads a picture for a text and asks what is to be seen on it, for those who do not see it. */
export function PictureDialog({ files, onClose, onAdd }: PictureDialogProps) {
  const [stored, setStored] = useState<FileFacts | undefined>()
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const [alt, setAlt] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const upload = useUpload({
    kind: 'image',
    failure: 'حدث خطأ أثناء رفع الصورة',
    onDone: setStored,
    onUndone: () => setStored(undefined),
  })

  const choose = async (chosen: File[]) => {
    const { fitted, refusals: unfit } = await fitPictures(chosen)
    const parted = partFiles(fitted, 'image', 1, oneFileOnly)
    setRefusals([...unfit, ...parted.refusals])
    const [file] = parted.taken
    if (file) upload.start(file)
  }
  useEffect(() => {
    if (files.length > 0) void choose(files)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was pasted is taken once
  }, [])

  const words = alt.trim()
  const add = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsAsked(true)
    if (!stored || words === '') return
    onAdd({ src: stored.url, alt: words, width: stored.width ?? null, height: stored.height ?? null })
  }
  const isMissing = isAsked && !stored && upload.state.status !== 'running'
  return createPortal(
    <Dialog title="صورة في النص" onClose={onClose}>
      <form noValidate onSubmit={add} className="text-picture">
        <Field
          name="text-picture"
          label="الصورة"
          hint={`صورة JPG أو PNG أو WebP حتى ${formatFileSize(fileRules.image.maxBytes)}`}
          error={refusedFiles(refusals) ?? (isMissing ? 'الرجاء رفع صورة' : undefined)}
        >
          {control => (
            <>
              {stored ? (
                <StoredImage
                  image={stored.url}
                  alt={words || 'معاينة الصورة'}
                  facts={stored}
                  {...previewPx}
                />
              ) : null}
              <FilePicker control={control} kind="image" onFiles={chosen => void choose(chosen)} isCompact>
                {stored ? 'تغيير الصورة' : 'اختيار صورة'}
              </FilePicker>
              <UploadProgress upload={upload} label="جاري رفع الصورة..." />
            </>
          )}
        </Field>
        <Field
          name="text-picture-alt"
          label="وصف الصورة"
          hint="لمن لا يرى الصورة، وللبحث."
          error={isAsked && words === '' ? 'وصف الصورة مطلوب' : undefined}
        >
          {control => (
            <input
              {...control}
              className="input"
              maxLength={limits.maxTitleLength}
              value={alt}
              onChange={event => setAlt(event.target.value)}
            />
          )}
        </Field>
        <footer className="dialog__footer">
          <Button type="submit" look="primary">
            إضافة الصورة
          </Button>
          <Button onClick={onClose}>إلغاء</Button>
        </footer>
      </form>
    </Dialog>,
    document.body,
  )
}
