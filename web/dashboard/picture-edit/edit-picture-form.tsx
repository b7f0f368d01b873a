import { Check, RotateCcw, RotateCcwSquare, RotateCwSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatPlainNumber } from '#contract/format.ts'
import { fileRules } from '#contract/resources/file.ts'
import { Button } from '../parts/button.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { Banner, Skeleton } from '../parts/states.tsx'
import { fitPicture } from '../uploads/fit-picture.ts'
import { CropFrame } from './crop-frame.tsx'
import { isUnedited, noEdit, turn } from './crop.ts'
import type { PictureEdit } from './crop.ts'
import { drawEdited, drawPreview, openPicture } from './draw-edited.ts'
import { editedSize, editOutcome } from './edited-size.ts'
import { contentOf } from './picture-origin.ts'
import type { PictureOrigin } from './picture-origin.ts'

const notDrawn = 'تعذر تجهيز الصورة المعدّلة في هذا المتصفح. الصورة الأصلية باقية كما هي.'

/** An edit that somebody has decided on; without a file the picture is to be as it came. */
export interface EditedPicture {
  edit: PictureEdit
  file?: File
}

interface EditPictureFormProps {
  origin: PictureOrigin
  onApply: (edited: EditedPicture) => void
  onCancel: () => void
}

interface Opened {
  bitmap: ImageBitmap
  type: string
}

/** Opens the picture; `again` tries once more. */
function useOpened(origin: PictureOrigin): {
  opened: Opened | undefined
  isFailed: boolean
  again: () => void
} {
  const [opened, setOpened] = useState<Opened | undefined>()
  const [isFailed, setIsFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    let bitmap: ImageBitmap | undefined
    const open = async () => {
      const content = await contentOf(origin, stop.signal)
      bitmap = await openPicture(content)
      if (stop.signal.aborted) bitmap.close()
      else setOpened({ bitmap, type: content.type })
    }
    setIsFailed(false)
    open().catch((error: unknown) => {
      if (stop.signal.aborted) return
      logFailure('A picture could not be opened to be edited', error)
      setIsFailed(true)
    })
    return () => {
      stop.abort()
      bitmap?.close()
    }
  }, [origin, tries])
  return { opened, isFailed, again: () => setTries(count => count + 1) }
}

/** Turning and cropping one picture; nothing is changed before it is applied. Source: S7.7. */
export function EditPictureForm({ origin, onApply, onCancel }: EditPictureFormProps) {
  const { opened, isFailed, again } = useOpened(origin)
  const [edit, setEdit] = useState(origin.edit)
  const [isDrawing, setIsDrawing] = useState(false)
  const [problem, setProblem] = useState('')
  const canvas = useRef<HTMLCanvasElement>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  useEffect(() => {
    if (opened && canvas.current) drawPreview(canvas.current, opened.bitmap, edit.turns)
  }, [opened, edit.turns])

  const apply = async () => {
    if (!opened) return
    if (isUnedited(edit)) return onApply({ edit: noEdit })
    setIsDrawing(true)
    setProblem('')
    try {
      const { name } = origin
      const drawn = await drawEdited(opened.bitmap, edit, { name, type: opened.type })
      const fitted = drawn ? await fitPicture(drawn) : { problem: notDrawn }
      if (isGone.current) return
      if ('file' in fitted) onApply({ edit, file: fitted.file })
      else setProblem(fitted.problem)
    } catch (error) {
      logFailure('An edited picture could not be drawn', error)
      setProblem(notDrawn)
    } finally {
      setIsDrawing(false)
    }
  }

  if (isFailed) {
    return (
      <Banner tone="error" actions={<Button onClick={again}>إعادة المحاولة</Button>}>
        تعذر فتح الصورة لتعديلها.{' '}
        {typeof origin.content === 'string' ? 'تحقق من الاتصال ثم أعد المحاولة.' : fileRules.image.wrongType}
      </Banner>
    )
  }
  if (!opened) {
    return (
      <div role="status">
        <span className="visually-hidden">جاري فتح الصورة...</span>
        <Skeleton height="18rem" />
      </div>
    )
  }
  const size = editedSize(edit, opened.bitmap)
  return (
    <>
      <CropFrame crop={edit.crop} onChange={crop => setEdit(current => ({ ...current, crop }))}>
        <canvas ref={canvas} role="img" aria-label="الصورة التي تُعدَّل" />
      </CropFrame>
      <div className="row crop__tools">
        <Button
          icon={<RotateCwSquare aria-hidden />}
          data-first-focus
          onClick={() => setEdit(current => turn(current, 'clockwise'))}
        >
          أدر إلى اليمين
        </Button>
        <Button
          icon={<RotateCcwSquare aria-hidden />}
          onClick={() => setEdit(current => turn(current, 'against'))}
        >
          أدر إلى اليسار
        </Button>
        <Button
          look="quiet"
          icon={<RotateCcw aria-hidden />}
          aria-disabled={isUnedited(edit) || undefined}
          onClick={() => setEdit(noEdit)}
        >
          أعد الصورة كما كانت
        </Button>
      </div>
      <p className="muted" role="status">
        تصير الصورة <bdi>{`${formatPlainNumber(size.width)} × ${formatPlainNumber(size.height)}`}</bdi> نقطة
      </p>
      {isUnedited(edit) ? null : <p className="muted">{editOutcome(opened.type)}</p>}
      {problem ? <Banner tone="error">{problem}</Banner> : null}
      <footer className="dialog__footer">
        <Button
          look="primary"
          icon={<Check aria-hidden />}
          busyLabel={isDrawing && 'جاري تجهيز الصورة...'}
          onClick={() => void apply()}
        >
          اعتماد
        </Button>
        <Button onClick={onCancel}>إلغاء</Button>
      </footer>
    </>
  )
}
