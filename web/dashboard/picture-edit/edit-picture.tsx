import { useEffect, useState } from 'react'
import type { ComponentType, ComponentProps } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { logFailure } from '../parts/log-failure.ts'
import { Banner, Skeleton } from '../parts/states.tsx'
import type { EditedPicture, EditPictureForm } from './edit-picture-form.tsx'
import type { PictureOrigin } from './picture-origin.ts'

type Form = ComponentType<ComponentProps<typeof EditPictureForm>>

interface EditPictureProps {
  origin: PictureOrigin
  onApply: (edited: EditedPicture) => void
  onClose: () => void
}

/** The dialog in which a picture is turned and cropped; what it needs is fetched when it first opens. Source: S7.7. */
export function EditPicture({ origin, onApply, onClose }: EditPictureProps) {
  const [Form, setForm] = useState<Form | undefined>()
  const [isMissing, setIsMissing] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    setIsMissing(false)
    import('./edit-picture-form.tsx').then(
      loaded => setForm(() => loaded.EditPictureForm),
      (error: unknown) => {
        logFailure('The editor of pictures could not be loaded', error)
        setIsMissing(true)
      },
    )
  }, [tries])
  return (
    <Dialog title="تدوير وقص" size="medium" onClose={onClose}>
      {Form ? (
        <Form origin={origin} onApply={onApply} onCancel={onClose} />
      ) : isMissing ? (
        <Banner
          tone="error"
          actions={<Button onClick={() => setTries(count => count + 1)}>إعادة المحاولة</Button>}
        >
          تعذر تحميل أداة التعديل. تحقق من الاتصال ثم أعد المحاولة.
        </Banner>
      ) : (
        <Skeleton height="18rem" />
      )}
    </Dialog>
  )
}
