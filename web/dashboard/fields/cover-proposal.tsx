import { useMutation } from '@tanstack/react-query'
import { BookImage } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { apiPaths, sha256OfFileAddress } from '#contract/paths.ts'
import type { FileFacts } from '#contract/resources/file.ts'
import { api, messageOf } from '#web/api-client.ts'
import { Button } from '../parts/button.tsx'

/** Offers the first page of an uploaded PDF as the cover, while there is none. */
export function CoverProposal() {
  const { setValue } = useFormContext()
  const [image, directLink] = useWatch({ name: ['image', 'directLink'] })
  const sha256 = typeof directLink === 'string' ? sha256OfFileAddress(directLink) : undefined
  const making = useMutation({
    mutationFn: async (pdf: string) => (await api.post<{ file: FileFacts }>(apiPaths.fileCover(pdf))).file,
    onSuccess: ({ url }) => setValue('image', url, { shouldDirty: true, shouldValidate: true }),
  })
  if (!sha256 || image) return null
  return (
    <div className="field field--wide">
      <Button
        look="quiet"
        icon={<BookImage aria-hidden />}
        busyLabel={making.isPending && 'جاري رسم الصفحة الأولى...'}
        onClick={() => making.mutate(sha256)}
      >
        استخدام الصفحة الأولى من الملف غلافاً
      </Button>
      {making.isError ? (
        <p className="field__error" role="alert">
          {messageOf(making.error)}
        </p>
      ) : null}
    </div>
  )
}
